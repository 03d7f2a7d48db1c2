-- Tokens of Apple are hexadecimal digits, compared in small letters from now on. Of several spellings of one token the device that was seen last keeps it.
UPDATE device d SET pushid = lower(d.pushid), push_hash = sha256(convert_to(lower(d.pushid), 'UTF8'))
FROM (
  SELECT DISTINCT ON (app_id, lower(pushid)) id FROM device
  WHERE kind = 'ios' AND pushid ~ '^[0-9A-Fa-f]+$' ORDER BY app_id, lower(pushid), (state = 'active') DESC, last_seen_at DESC, id
) AS kept
WHERE d.id = kept.id AND d.pushid <> lower(d.pushid)
  AND NOT EXISTS (SELECT 1 FROM device o WHERE o.app_id = d.app_id AND o.kind = 'ios' AND o.push_hash = sha256(convert_to(lower(d.pushid), 'UTF8')));

UPDATE device d SET state = 'removed', state_reason = 'another spelling of its token is in use', state_at = now()
WHERE d.kind = 'ios' AND d.state = 'active' AND d.pushid ~ '^[0-9A-Fa-f]+$' AND d.pushid <> lower(d.pushid);

-- Whoever is suppressed by another spelling stays so.
UPDATE suppression s SET value = lower(s.value), hash = sha256(convert_to(lower(s.value), 'UTF8'))
FROM (
  SELECT DISTINCT ON (service_id, lower(value)) id FROM suppression WHERE kind = 'pushid' AND value ~ '^[0-9A-Fa-f]{64,}$' ORDER BY service_id, lower(value), id
) AS kept
WHERE s.id = kept.id AND s.value <> lower(s.value)
  AND NOT EXISTS (SELECT 1 FROM suppression o WHERE o.service_id = s.service_id AND o.kind = 'pushid' AND o.hash = sha256(convert_to(lower(s.value), 'UTF8')));
