# Draws a picture of lines: awk -f lines.awk -v title=… FILE > PICTURE.svg, where a row of
# FILE is series,x,y and rows of a series stand in the order of x.
#
#   xlabel, ylabel   what the axes are called
#   xlog, ylog       1 for a logarithmic axis, on which only numbers above 0 stand
#   low, high        ends of the y axis, by default those of the data
#   dashed           pattern of the series whose lines are dashed

BEGIN {
  FS = ","
  left = 50; right = 320; top = 40; bottom = 270
  split("#0072B2 #E69F00 #009E73 #CC79A7 #56B4E9 #D55E00 #5A5A5A #F0E442", colour, " ")
}

(xlog && $2 <= 0) || (ylog && $3 <= 0) || ($2 $3) ~ /n/ { next } # nan and inf have no place
!($1 in points) { name[++series] = $1 }
{
  n = ++points[$1]
  x = xs[$1, n] = xlog ? log($2) / log(10) : $2 + 0
  y = ys[$1, n] = ylog ? log($3) / log(10) : $3 + 0
  if (!rows || x < xlow) xlow = x
  if (!rows || x > xhigh) xhigh = x
  if (!rows || y < ylow) ylow = y
  if (!rows || y > yhigh) yhigh = y
  rows++
}

function floor(v) { return int(v) - (v < int(v)) }
# step is a round distance of ticks on a scale of that length.
function step(length_, power, s) {
  power = 10 ^ floor(log(length_ / 5) / log(10))
  s = length_ / 5 / power
  return power * (s <= 1 ? 1 : s <= 2 ? 2 : s <= 5 ? 5 : 10)
}
function acrossAt(x) { return left + (x - xlow) / (xhigh - xlow) * (right - left) }
function upAt(y) { return bottom - (y - ylow) / (yhigh - ylow) * (bottom - top) }
function text(x, y, anchor, style, words) {
  gsub(/&/, "\\&amp;", words)
  printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" style=\"%s\">%s</text>\n", x, y, anchor, style, words
}
function line(x1, y1, x2, y2, colour_, width) {
  printf "<path d=\"M%.1f,%.1fL%.1f,%.1f\" style=\"fill:none;stroke:%s;stroke-width:%s\" />\n", x1, y1, x2, y2, colour_, width
}
function label(v, logarithmic) { return sprintf("%.4g", logarithmic ? 10 ^ v : v) }
# tick is the distance of ticks: on a logarithmic axis a power of ten, where there are two.
function tick(from, to, logarithmic) { return logarithmic && to - from >= 1 ? floor((to - from) / 6) + 1 : step(to - from) }

END {
  if (low != "") ylow = ylog ? log(low) / log(10) : low + 0
  if (high != "") yhigh = ylog ? log(high) / log(10) : high + 0
  if (xhigh == xlow) xhigh = xlow + 1
  if (yhigh == ylow) yhigh = ylow + 1
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"480pt\" height=\"310pt\" viewBox=\"0 0 480 310\" role=\"img\"" \
    " font-family=\"Liberation Sans, Arial, Helvetica, sans-serif\">"
  printf "<title>%s</title>\n<rect width=\"480\" height=\"310\" style=\"fill:#FFFFFF\" />\n", title
  text(10, 20, "start", "font-weight:bold;font-size:10.5px", title)
  small = "font-size:8px;fill:#333333"
  d = tick(xlow, xhigh, xlog)
  for (i = 0 - floor(-xlow / d + 1e-9); i * d <= xhigh + 1e-9; i++) {
    line(acrossAt(i * d), top, acrossAt(i * d), bottom, "#D9D9D9", 0.5)
    text(acrossAt(i * d), bottom + 12, "middle", small, label(i * d, xlog))
  }
  d = tick(ylow, yhigh, ylog)
  for (i = 0 - floor(-ylow / d + 1e-9); i * d <= yhigh + 1e-9; i++) {
    line(left, upAt(i * d), right, upAt(i * d), "#D9D9D9", 0.5)
    text(left - 5, upAt(i * d) + 3, "end", small, label(i * d, ylog))
  }
  line(left, bottom, right, bottom, "#333333", 0.5)
  line(left, bottom, left, top, "#333333", 0.5)
  text((left + right) / 2, bottom + 28, "middle", "font-size:9px;fill:#333333", xlabel)
  text(left, top - 6, "start", "font-size:9px;fill:#333333", ylabel)
  for (s = 1; s <= series; s++) {
    c = colour[(s - 1) % 8 + 1]
    path = ""
    for (i = 1; i <= points[name[s]]; i++) {
      y = ys[name[s], i]
      if (y < ylow) y = ylow
      if (y > yhigh) y = yhigh
      x = acrossAt(xs[name[s], i]); y = upAt(y)
      path = path sprintf("%s%.1f,%.1f", i == 1 ? "M" : "L", x, y)
      if (points[name[s]] <= 12)
        printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\" style=\"fill:%s\" />\n", x, y, c
    }
    printf "<path d=\"%s\" style=\"fill:none;stroke:%s;stroke-width:1.5%s\" />\n", path, c, (dashed != "" && name[s] ~ dashed ? ";stroke-dasharray:5 3" : "")
    line(right + 12, top + 14 * s - 3, right + 30, top + 14 * s - 3, c, 3)
    text(right + 35, top + 14 * s, "start", "font-size:9px;fill:#333333", name[s])
  }
  print "</svg>"
}
