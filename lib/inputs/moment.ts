import { z } from "zod";

const latest = Date.UTC(10_000, 0);

const isoText = z.iso.datetime({
  offset: true,
  abort: true,
  error: "must be a time in ISO 8601 with Z or an offset, such as 2026-02-07T14:52:10Z",
});

/**
 * A moment that a program names: ISO 8601 with Z or an offset, from 1970 to 9999 UTC; no database
 * takes all that the form can name beyond that.
 */
export const moment = isoText
  .transform((text) => new Date(text))
  .refine((at) => at.getTime() >= 0 && at.getTime() < latest, {
    error: "must lie between the years 1970 and 9999",
  });

/**
 * A moment by the clock of a device, which may be wrong by any time: one that no database takes is
 * the nearest that it does.
 */
export const deviceMoment = isoText.transform(
  (text) => new Date(Math.min(Math.max(Date.parse(text), 0), latest - 1)),
);
