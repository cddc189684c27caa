#!/bin/sh
# Makes the database's roles of the API and of the scheduler. Their passwords come from POSTGRES_API_PASSWORD and
# POSTGRES_SCHEDULER_PASSWORD; what they may do is set by "database migrate". PostgreSQL's image runs this when it makes a database;
# elsewhere run it once as the owner, with PGHOST, PGUSER, PGPASSWORD and PGDATABASE set. A second time changes the passwords.
set -eu
: "${POSTGRES_API_PASSWORD:?}" "${POSTGRES_SCHEDULER_PASSWORD:?}"
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${PGUSER:-$POSTGRES_USER}" --dbname "${PGDATABASE:-$POSTGRES_DB}" <<'SQL'
\getenv api_password POSTGRES_API_PASSWORD
\getenv scheduler_password POSTGRES_SCHEDULER_PASSWORD
SELECT 'CREATE ROLE ' || name FROM unnest(ARRAY['framemill_api', 'framemill_scheduler']) AS name
  WHERE NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE framemill_api LOGIN PASSWORD :'api_password';
ALTER ROLE framemill_scheduler LOGIN PASSWORD :'scheduler_password';
SQL
