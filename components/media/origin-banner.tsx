import { Banner } from "@/components/ui/banner";
import { originDoubt, type OriginReach } from "@/lib/findings/origin-words";

/** Shows that devices cannot load what is uploaded here, where that is so. */
export function OriginBanner({ reach, origin }: { reach: OriginReach; origin: string }) {
  const doubt = originDoubt(reach, origin);
  return doubt ? (
    <Banner kind="warning" title={doubt.headline}>
      {doubt.text}
    </Banner>
  ) : null;
}
