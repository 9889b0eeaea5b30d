#!/bin/sh
# Nearest centroid in shell and awk: a learner that reads lines of JSON and writes a line for each.
field() { printf '%s\n' "$line" | sed -n 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/p'; }

while read -r line; do
	model=$TMPDIR/$(field model)
	case $(field call) in
	describe)
		echo '{"name": "shell", "version": "0.1.0", "files": "text", "components": [{"kind": "learner", "name": "centroid",
			"doc": "The squared distance to the negative mean minus that to the positive mean.", "tasks": ["binary"],
			"scores": "margin", "symmetric": true, "deterministic": true}]}' | tr -d '\n' && echo ;;
	train)
		paste -d ' ' "$(field y)" "$(field X)" | awk '
			{ n[$1]++; for (j = 2; j <= NF; j++) sum[$1, j] += $j; columns = NF }
			END { if (!n[1] || !n[-1]) exit 1
				for (j = 2; j <= columns; j++) printf "%.17g %.17g\n", sum[1, j] / n[1], sum[-1, j] / n[-1] }
		' > "$model" && echo '{}' || echo '{"error": "there are no rows of one sign"}' ;;
	score)
		awk '
			NR == FNR { plus[NR] = $1; minus[NR] = $2; next }
			{ d = 0; for (j = 1; j <= NF; j++) d += ($j - minus[j]) ^ 2 - ($j - plus[j]) ^ 2; printf "%.17g\n", d }
		' "$model" "$(field X)" > "$(field output)" && echo '{}' || echo '{"error": "awk cannot score"}' ;;
	forget) rm -f "$model" && echo '{}' ;;
	esac
done
