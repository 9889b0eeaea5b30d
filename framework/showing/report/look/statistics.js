// The tests of framework/evaluation/stats, for two methods that the reader picks; the tests of
// the page hold both against each other.

const mean = (x) => x.reduce((a, b) => a + b, 0) / x.length;

// logGamma is by Lanczos (g = 7, 9 terms).
function logGamma(x) {
  const terms = [0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7];
  if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - logGamma(1 - x);
  const t = x + 6.5;
  const sum = terms.reduce((s, c, i) => i ? s + c / (x - 1 + i) : c, 0);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

// betaShare is the regularized incomplete beta function I_x(a, b), by its continued
// fraction (Lentz's method).
function betaShare(x, a, b) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaShare(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  const safe = (v) => Math.abs(v) < 1e-300 ? 1e-300 : v;
  let c = 1, d = 1 / safe(1 - (a + b) * x / (a + 1)), h = d;
  for (let m = 1; m < 500; m++) {
    for (const step of [m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
      -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))]) {
      d = 1 / safe(1 + step * d);
      c = safe(1 + step / c);
      h *= d * c;
    }
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return front * h;
}

// studentP is the two-sided p-value of t.
function studentP(t, freedom) { return betaShare(freedom / (freedom + t * t), freedom / 2, 0.5); }

// tied says whether two numbers differ by no more than rounding.
function tied(a, b) { return a === b || Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(a), Math.abs(b)); }

// correctedT is the p-value of the corrected resampled t-test of differences over folds;
// NaN for fewer than three, and for those that are the same on every fold and not 0.
function correctedT(d, testRows, trainRows) {
  const n = d.length, m = mean(d);
  if (n < 3) return NaN;
  if (d.every((v) => tied(v, d[0]))) return tied(d[0], 0) ? 1 : NaN;
  const variance = d.reduce((s, v) => s + (v - m) ** 2, 0) / (n - 1);
  return studentP(m / Math.sqrt((1 / n + testRows / trainRows) * variance), n - 1);
}

// signs counts differences by their sign.
function signs(d) {
  const n = { plus: 0, minus: 0, none: 0 };
  for (const v of d) n[tied(v, 0) ? "none" : v > 0 ? "plus" : "minus"]++;
  return n;
}

// signP is the p-value of the sign test.
function signP(d) {
  const { plus, minus } = signs(d), n = plus + minus;
  if (plus === minus) return 1;
  let sum = 0;
  for (let i = 0; i <= Math.min(plus, minus); i++) {
    sum += Math.exp(logGamma(n + 1) - logGamma(i + 1) - logGamma(n - i + 1) - n * Math.LN2);
  }
  return Math.min(1, 2 * sum);
}

// rankedBySize are the ranks of absolute differences, tied ones sharing theirs.
function rankedBySize(d) {
  const order = d.map((v, i) => i).sort((a, b) => Math.abs(d[a]) - Math.abs(d[b]));
  const ranks = [];
  for (let from = 0, to; from < order.length; from = to) {
    to = from + 1;
    while (to < order.length && tied(Math.abs(d[order[to]]), Math.abs(d[order[to - 1]]))) to++;
    for (let i = from; i < to; i++) ranks[order[i]] = (from + 1 + to) / 2;
  }
  return ranks;
}

// wilcoxonP is the p-value of Wilcoxon's signed-rank test: exact up to 25 differences that
// are not 0, and of the normal distribution beyond.
function wilcoxonP(d) {
  const ranks = rankedBySize(d), sums = { plus: 0, minus: 0 }, signed = [];
  d.forEach((v, i) => {
    if (tied(v, 0)) return;
    sums[v > 0 ? "plus" : "minus"] += ranks[i];
    signed.push(Math.round(2 * ranks[i])); // a rank is a multiple of a half
  });
  const smaller = Math.min(sums.plus, sums.minus), total = signed.reduce((a, b) => a + b, 0);
  if (!signed.length) return 1;
  if (signed.length > 25) {
    const z = (2 * smaller - total / 2) / Math.sqrt(signed.reduce((s, r) => s + r * r, 0) / 4);
    return Math.min(1, erfc(-z / Math.SQRT2));
  }
  const ways = new Float64Array(total + 1);
  ways[0] = 1;
  for (const r of signed) for (let s = ways.length - 1; s >= r; s--) ways[s] += ways[s - r];
  return Math.min(1, 2 * ways.slice(0, 2 * smaller + 1).reduce((a, b) => a + b, 0) / 2 ** signed.length);
}

// erfc is the complementary error function for x ≥ 0: by its series up to 2, and by its
// continued fraction beyond.
function erfc(x) {
  const front = Math.exp(-x * x) / Math.sqrt(Math.PI);
  if (x > 2) {
    let f = x;
    for (let n = 200; n > 0; n--) f = x + n / 2 / f;
    return front / f;
  }
  let term = 2 * x, sum = term;
  for (let n = 1; term > 1e-18; n++) sum += term *= 2 * x * x / (2 * n + 1);
  return 1 - front * sum;
}
