import type { ComponentProps } from "react";
import { CardBody, TitledCard } from "./card";

/** A titled card that is all padded inside; `inside` is the look of what is padded. */
export function PaddedCard({
  inside,
  children,
  ...card
}: ComponentProps<typeof TitledCard> & { inside?: string }) {
  return (
    <TitledCard {...card}>
      <CardBody className={inside}>{children}</CardBody>
    </TitledCard>
  );
}
