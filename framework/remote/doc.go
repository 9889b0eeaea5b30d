// Package remote brings into the cache what an experiment file names. Only the command fetch reaches it: all
// others work without a network.
package remote
