-- All parts of three characters of the id, the address and the name of an account, in lower case. The search for
-- accounts uses them: every such part of a text that occurs in one of the three is one of them. The costs keep
-- PostgreSQL from computing the parts of all rows instead of reading the index.
CREATE FUNCTION "account_parts"(id TEXT, email TEXT, name TEXT) RETURNS TEXT[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
  SELECT array_agg(DISTINCT substr(text, at, 3))
  FROM (SELECT lower(id || E'\n' || email || E'\n' || name) AS text) lowered, generate_series(1, length(text) - 2) AS at
$$;
