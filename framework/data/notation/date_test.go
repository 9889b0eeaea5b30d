package notation

import "testing"

func TestDates(t *testing.T) {
	for text, want := range map[string]bool{
		"2024-03-01": true, "2024/3/1": true, "01.03.2024": true, "3/1/24": true, "2024-03-01T12:30:00Z": true,
		"2024-03-01 12:30": true, "1/3/2024 9:05 PM": true, "2024-03-01T12:30:00.25+01:00": true,
		"2024-03/01": false, "2024": false, "1.2.3.4": false, "10.5": false, "2024-19-01x": false, "12:30": false, "v1-2-3a": false,
		"192.168.1.1": false, "555-12-1234": false, "": false,
	} {
		if got := Dates([]string{text}, []int{1}) != ""; got != want {
			t.Errorf("%q is a date: %v", text, got)
		}
	}
	if got := Dates([]string{"x", "2024-03-01", "2024-03-02"}, []int{1, 10, 9}); got != "2024-03-01" {
		t.Errorf("one text of twenty rows: %q", got)
	}
	if got := Dates([]string{"x", "2024-03-01"}, []int{2, 18}); got != "" {
		t.Errorf("two texts of twenty rows: %q", got)
	}
	if got := Dates([]string{"2024-03-01"}, []int{0}); got != "" {
		t.Errorf("no rows: %q", got)
	}
}
