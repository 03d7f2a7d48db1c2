import { Banner } from "@/components/ui/banner";
import { sentence } from "@/components/ui/sentence";
import type { Collision } from "@/lib/results/find-collisions";
import { collisionText } from "./calendar-words";

/** Collisions that are written out; the campaigns of the others are marked. */
const mostNamed = 5;

/** Campaigns that go out too close to each other; nothing where there are none. */
export function CollisionNews({ collisions }: { collisions: readonly Collision[] }) {
  if (collisions.length === 0) return null;
  const more = collisions.length - mostNamed;
  return (
    <Banner
      kind="warning"
      title={`${collisions.length.toLocaleString("en")} ${collisions.length === 1 ? "collision" : "collisions"}`}
    >
      <ul className="space-y-1">
        {collisions.slice(0, mostNamed).map((collision) => (
          <li
            key={`${collision.kind} ${collision.campaigns.map(({ orderId }) => orderId).join(" ")}`}
          >
            {sentence(collisionText(collision))}
          </li>
        ))}
        {more > 0 && <li>{more.toLocaleString("en")} more are marked below.</li>}
      </ul>
    </Banner>
  );
}
