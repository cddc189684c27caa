#!/bin/sh
# Starts redis-server with the users of users.acl. Their passwords come from the environment: REDIS_API_PASSWORD,
# REDIS_SCHEDULER_PASSWORD, REDIS_NODE_PASSWORD. They are written nowhere, and no process has them among its arguments: Redis reads
# their hashes from a file that only its own user can read.
#   start.sh [further settings of redis-server]
set -eu
umask 077
here=${0%/*}
users=${REDIS_ACL_FILE:-/tmp/users.acl}
while IFS= read -r line; do
  case $line in
    '' | '#'*) continue ;;
    *'<'*'>'*)
      name=${line#*<}
      name=${name%%>*}
      eval "password=\${$name:?Set $name}"
      hash=$(printf %s "$password" | sha256sum)
      line="${line%%<*}#${hash%% *}${line#*>}"
      ;;
  esac
  printf '%s\n' "$line"
done < "$here/users.acl" > "$users"
unset password hash REDIS_API_PASSWORD REDIS_SCHEDULER_PASSWORD REDIS_NODE_PASSWORD
exec redis-server "$here/redis.conf" --aclfile "$users" "$@"
