package logistic
import ("testing";"fmt";"github.com/manyclass/bench/plugins/internal/newton";"github.com/manyclass/bench/plugins/internal/reference")
func TestExp(t *testing.T){ p:=reference.BreastCancer(t)
 for _,tol:=range []float64{1e-3,1e-6,1e-8,1e-10,1e-12,1e-15} {
 r,_:=newton.Minimize(t.Context(),newton.Problem{X:p.X,Y:p.Y,C:10,Loss:newton.Logistic,Intercept:true,Tol:tol,MaxIter:100}); fmt.Println(tol,r.Iterations,r.Objective,r.GradientNorm,r.W[0]) }}
