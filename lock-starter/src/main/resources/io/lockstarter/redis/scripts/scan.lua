-- Lists names of keys. It is a script, so that on a Cluster every client sends it to the node of its key.
--
-- KEYS  1: a name in a slot of the node; there is no such key
-- ARGV  1: the cursor, 2: the pattern of the names, 3: about how many names
-- Returns  {the next cursor, the names}; the cursor is 0 at the end

return redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', ARGV[3])
