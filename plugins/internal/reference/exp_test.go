package reference_test
import ("testing";"time";"fmt";"os";"math";"encoding/binary";"github.com/manyclass/bench/framework/contract";"github.com/manyclass/bench/plugins/internal/reference";"github.com/manyclass/bench/plugins/svm/margin";"github.com/manyclass/bench/plugins/logreg/logistic";"github.com/manyclass/bench/plugins/lda/discriminant";"github.com/manyclass/bench/plugins/least_squares/regression";"math/rand/v2")
func run(t *testing.T,name string,c contract.Component,s map[string]any,p contract.Problem){
 t0:=time.Now(); l,_:=c.NewLearner(contract.NewConfig(s)); m,err:=l.Train(t.Context(),p); if err!=nil {fmt.Println(name,s,err);return}
 var f contract.Fit; if q,ok:=m.(contract.Fitted);ok {f=q.Fit()}
 fmt.Println(name,s,time.Since(t0),f)
}
func TestExp(t *testing.T){
 p:=reference.BreastCancer(t)
 raw:=p; raw.X.Data=append([]float64{},p.X.Data...)
 for i:=range raw.X.Data { raw.X.Data[i]=raw.X.Data[i]*math.Pow(10,float64(i%30%6)-2)+math.Pow(10,float64(i%30%5)-1) }
 for _,C:=range []float64{1e-3,1,1e3,1e6} {
  for _,l:=range []string{"hinge","squared_hinge"} { run(t,"bc",margin.Component(),map[string]any{"C":C,"loss":l},p); run(t,"raw",margin.Component(),map[string]any{"C":C,"loss":l},raw)}
  run(t,"bc lr",logistic.Component(),map[string]any{"C":C},p); run(t,"raw lr",logistic.Component(),map[string]any{"C":C},raw)
 }
 run(t,"raw lda",discriminant.Component(),nil,raw); run(t,"raw ls",regression.Component(),nil,raw)
 for _,file:=range []string{"digits","d784"}{
 b,_:=os.ReadFile("/tmp/"+file+".bin"); v:=make([]float64,len(b)/8)
 for i:=range v {v[i]=math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))}
 n:=1617; d:=len(v)/n-1; q:=contract.Problem{Task:contract.Multiclass,Classes:10,X:contract.Matrix{Rows:n,Cols:d,Data:v[:n*d]},Y:v[n*d:]}
 run(t,file,discriminant.Component(),nil,q); run(t,file,regression.Component(),nil,q)
 q.X.Rows=600; q.X.Data=q.X.Data[:600*d]; q.Y=q.Y[:600]
 run(t,file+"600",discriminant.Component(),nil,q); run(t,file+"600",regression.Component(),nil,q)
 }
 // noise labels, many duplicates
 rng:=rand.New(rand.NewPCG(1,1)); n,d:=2000,10
 q:=contract.Problem{Task:contract.Binary,X:contract.Matrix{Rows:n,Cols:d},Y:make([]float64,n)}
 for i:=0;i<n;i++{ for j:=0;j<d;j++{ q.X.Data=append(q.X.Data,float64(rng.IntN(2)))}; q.Y[i]=float64(2*rng.IntN(2)-1)}
 for _,C:=range []float64{1,100} {run(t,"noise",margin.Component(),map[string]any{"C":C,"loss":"hinge"},q); run(t,"noise",margin.Component(),map[string]any{"C":C},q);run(t,"noise",logistic.Component(),map[string]any{"C":C},q)}
}
