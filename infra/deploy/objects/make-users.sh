#!/bin/sh
# Makes the bucket S3_BUCKET (or "framemill") in the MinIO that MC_HOST_store names, and for each role a user with the policy beside
# this file. A role may read what it writes: a write ends when the store shows what it has. Passwords come from the environment and
# go to the client by its standard input. A second time changes them.
set -eu
here=${0%/*}
bucket=${S3_BUCKET:-framemill}
policies=$(mktemp -d)
trap 'rm -r "$policies"' EXIT
mc mb --ignore-existing "store/$bucket"
add() {
  printf '%s\n%s\n' "framemill-$1" "$2" | mc admin user add store
  sed "s/:::framemill/:::$bucket/" "$here/$1.json" > "$policies/$1.json"
  mc admin policy create store "framemill-$1" "$policies/$1.json"
  # Refused when it is attached already.
  mc admin policy attach store "framemill-$1" --user "framemill-$1" || case $(mc admin user info store "framemill-$1") in
    *"framemill-$1"*"framemill-$1"*) ;;
    *) exit 1 ;;
  esac
}
add api "${S3_API_PASSWORD:?}"
add scheduler "${S3_SCHEDULER_PASSWORD:?}"
add node "${S3_NODE_PASSWORD:?}"
