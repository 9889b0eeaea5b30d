command  = ["sh", "./centroid.sh"]
adapter  = true
learners = ["centroid"]
