-- All parts of one to three characters of a name in lower case, each after the end of the account's id. The search for
-- media uses them: every part of a word that occurs in a name is one of them. Because of the id, a search reads no
-- more in an installation of thousands of accounts than in one of a single account. The costs keep PostgreSQL from
-- computing the parts of all rows instead of reading the index.
CREATE FUNCTION "media_parts"(account TEXT, name TEXT) RETURNS TEXT[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
  SELECT array_agg(DISTINCT right(account, 8) || substr(lower(name), at, width))
  FROM generate_series(1, length(lower(name))) AS at, generate_series(1, 3) AS width
$$;
