import { Verbatim } from "@/components/ui/verbatim";
import { zoneName } from "./zones";

/** A time zone in a list: its city, and the area that it is in. */
export function ZoneLabel({ zone }: { zone: string }) {
  const { city, area } = zoneName(zone);
  return (
    <Verbatim>
      {city} {area !== "" && <span className="text-ink-faint">{area}</span>}
    </Verbatim>
  );
}
