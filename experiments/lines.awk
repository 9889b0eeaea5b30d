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
# ticks puts the places of ticks into at and returns how many there are: on a logarithmic axis
# powers of ten, with twice and five times them where the axis is short.
function ticks(from, to, logarithmic,  d, i, j, n, v) {
  d = logarithmic ? floor((to - from) / 6) + 1 : step(to - from)
  for (i = floor(from / d); i * d <= to + 1e-9; i++) for (j = 0; j < (logarithmic && to - from < 2 ? 3 : 1); j++) {
    v = i * d + (j ? log(j == 1 ? 2 : 5) / log(10) : 0)
    if (v >= from - 1e-9 && v <= to + 1e-9) at[++n] = v
  }
  return n
}

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
  for (i = ticks(xlow, xhigh, xlog); i > 0; i--) {
    line(acrossAt(at[i]), top, acrossAt(at[i]), bottom, "#D9D9D9", 0.5)
    text(acrossAt(at[i]), bottom + 12, "middle", small, label(at[i], xlog))
  }
  for (i = ticks(ylow, yhigh, ylog); i > 0; i--) {
    line(left, upAt(at[i]), right, upAt(at[i]), "#D9D9D9", 0.5)
    text(left - 5, upAt(at[i]) + 3, "end", small, label(at[i], ylog))
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
