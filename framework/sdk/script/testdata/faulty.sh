# A learner of the first column, a reducer of one-vs-rest for three classes, a metric, an encoder and a splitter.
# In a call of train, score, decode, compute, fit, transform or split it fails in the way that its argument says.
field() { printf '%s\n' "$line" | sed -n 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/p'; }

describe() {
	printf %s '{"name": "faulty", "version": "1.0.0", "files": "text", "runtimes": {"sh": "1"}, "components": ['
	printf %s '{"kind": "learner", "name": "first", "doc": "The first column.", "validates": true, "tasks": ["binary"],'
	printf %s '"scores": "margin", "weights": true, "params": [{"name": "to", "type": "string", "default": "", "doc": "d"}]},'
	printf %s '{"kind": "reduction", "name": "rest", "doc": "One-vs-rest.", "tasks": ["binary"]},'
	printf %s '{"kind": "metric", "name": "wrong", "doc": "Share of rows predicted wrong.", "smaller": true},'
	printf %s '{"kind": "encoder", "name": "less", "doc": "The first column less its mean.", "target": true},'
	printf %s '{"kind": "validation", "name": "groups", "doc": "Leaves groups out.", "facts": ["groups"]}]'
	[ "$1" = typo ] && printf %s ', "componets": []'
	echo '}'
}

# All answers stand on file descriptor 3, and stdout is free.
[ "$1" = aside ] && exec 4>&1 >&3

train() {
	case $1 in
	aside) echo 'Loading required package: lattice' >&4; echo '{}' ;;
	train-garbage) echo 'Loading required package: lattice' ;;
	train-exit) echo 'these are my last words' >&2; exit 3 ;;
	train-silent) sleep 1000 & sleep 1000 ;;
	train-error) echo '{"error": "the matrix is singular"}' ;;
	train-field) echo '{"objectiv": 1}' ;;
	train-long) head -c 70000000 /dev/zero | tr '\0' x; echo ;;
	train-twice) printf '{}\n{}\n{}\n' ;; # in one write: all are there when the first is
	*)
		to=$(field to)
		if [ -n "$to" ]; then
			for file in X y weights names; do cp "$(field $file)" "$to/$file"; done
			echo "$line" > "$to/line"
		fi
		echo '{"objective": 1.5, "converged": false, "end": "max_iter"}' ;;
	esac
}

score() {
	case $1 in
	score-nothing) ;;
	score-pipe) mkfifo "$(field output)" ;;
	score-link) ln -s /dev/zero "$(field output)" ;;
	score-hole) truncate -s 1T "$(field output)" ;;
	score-rows) echo 1 > "$(field output)" ;;
	score-columns) sed 's/$/ 1/' "$(field X)" > "$(field output)" ;;
	score-words) sed 's/.*/eleven/' "$(field X)" > "$(field output)" ;;
	score-nan) sed 's/.*/NaN/' "$(field X)" > "$(field output)" ;;
	*) cut -d ' ' -f 1 "$(field X)" > "$(field output)" ;;
	esac
	echo '{}'
}

compute() {
	case $1 in
	compute-null) echo '{"value": null}' ;;
	compute-word) echo '{"value": "much"}' ;;
	compute-error) echo '{"error": "there are no groups"}' ;;
	*) paste -d ' ' "$(field truth)" "$(field predictions)" "$(field weights)" |
		awk '{ n += $3; if ($1 != $2) wrong += $3 } END { printf "{\"value\": %.17g}\n", wrong / n }' ;;
	esac
}

fit() {
	case $1 in
	fit-names) echo '{"features": ["a"]}' ;;
	fit-error) echo '{"error": "there is nothing to learn"}' ;;
	*) paste -d ' ' "$(field X)" "$(field weights)" "$(field target)" |
		awk '{ n += $3; sum += $1 * $3; of += $4 }
			END { printf "{\"state\": {\"mean\": %.17g}, \"features\": [{\"name\": \"less\"}, ", sum / n
				printf "{\"name\": \"blue of %d\", \"kind\": \"indicator\"}]}\n", of }' ;;
	esac
}

transform() {
	case $1 in
	transform-rows) echo '1 1' > "$(field output)" ;;
	transform-not) ;;
	*) awk -v mean="$(field mean)" '{ print $1 - mean, $2 == 1 }' "$(field X)" > "$(field output)" ;;
	esac
	echo '{}'
}

# split leaves out groups: in the second repeat it trains on the first row alone.
split() {
	case $1 in
	split-refuse) echo '{"diagnostics": [{"summary": "Not so", "detail": "otherwise", "path": ["folds"]}]}' ;;
	split-error) echo '{"error": "no folds"}' ;;
	split-nothing) echo '{"rows": 3}' ;;
	split-half) echo '0 0 0.5 1' > "$(field output)"; echo '{"rows": 1}' ;;
	split-far) echo '0 1e9 0 1' > "$(field output)"; echo '{"rows": 1}' ;;
	*)
		awk '{ print 0, $1, NR - 1, 1 } END { print 1, 0, 0, 0; print 1, 0, 2, 1 }' "$(field groups)" > "$(field output)"
		echo '{"rows": '$(wc -l < "$(field output)")'}' ;;
	esac
}

while read -r line; do
	case $(field call) in
	describe) [ "$1" = describe-exit ] && exit 4; describe "$1" ;;
	validate) case $line in
		*'"to":"nowhere"'*) echo '{"diagnostics": [{"summary": "no such place", "detail": "Write another.", "path": ["to", 2]}]}' ;;
		*) echo '{"capabilities": {"tasks": ["binary", "regression"], "scores": "log_odds"}, "runtimes": {"library": "2.1"}}' ;;
		esac ;;
	train) train "$1" ;;
	score) score "$1" ;;
	forget) echo '{}' ;;
	compute) compute "$1" ;;
	fit) fit "$1" ;;
	transform) transform "$1" ;;
	split) split "$1" ;;
	plan) echo '{"task": "binary", "code": [[1,-1,-1],[-1,1,-1],[-1,-1,1]], "state": {"k": 3}}' ;;
	decode)
		case $line in *'"state":{"k":3}'*) ;; *) echo '{"error": "the state is lost"}'; continue ;; esac
		cp "$(field scores)" "$(field class_scores)"
		[ "$1" = decode-half ] && sed 's/.*/1.7/' "$(field scores)" > "$(field predictions)"
		[ "$1" = decode-half ] && echo '{"classes": 3, "predictions": true}' || echo '{"classes": 3}' ;;
	esac
done
