// Heads of columns may stand under headings that they share, in rows of their own above
// them. The text of a head is its whole name all the same: what stands above is hidden.

// headOf is the row of the heads themselves.
function headOf(table) { return [...table.tHead.rows].at(-1); }

// rowsOf are the rows of a table but for the headings.
function rowsOf(table) { return [...table.rows].filter((row) => !row.classList.contains("headings")); }

// withoutHeadings takes the headings out of a table whose columns change: heads then show
// their whole names.
function withoutHeadings(table) {
  for (const row of table.querySelectorAll(".headings")) row.remove();
  for (const above of table.querySelectorAll(".above")) above.hidden = false;
  return table;
}
