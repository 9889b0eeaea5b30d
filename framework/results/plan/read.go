package plan

import "encoding/json"

// UnmarshalJSON reads a plan. What its cells have in common is held once: a million
// cells have few names.
func (p *Plan) UnmarshalJSON(b []byte) error {
	type plain Plan // without this method
	if err := json.Unmarshal(b, (*plain)(p)); err != nil {
		return err
	}
	texts := map[string]string{}
	for i := range p.Cells {
		c := &p.Cells[i]
		for _, text := range []*string{&c.Identity, &c.Dataset, &c.Encoder, &c.Learner, &c.Reduction, &c.Skipped} {
			if known, ok := texts[*text]; ok {
				*text = known
			} else {
				texts[*text] = *text
			}
		}
	}
	return nil
}
