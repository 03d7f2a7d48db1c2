import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { sentence } from "./sentence";

/** A sheet on the desk: one subject. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return (
    <section
      className={cn("rounded-lg border border-line bg-surface shadow-low", className)}
      {...rest}
    />
  );
}

interface CardHeaderProps {
  title: ReactNode;
  /** Level of the heading; the page's own title is 1. */
  level?: 2 | 3 | undefined;
  description?: ReactNode;
  actions?: ReactNode;
  id?: string;
  className?: string;
}

type TitledCardProps = Omit<ComponentProps<"section">, "title"> &
  Omit<CardHeaderProps, "className"> & { id: string };

/** Title of a card, with what can be done to its right. */
export function CardHeader({
  title,
  level = 2,
  description,
  actions,
  id,
  className,
}: CardHeaderProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div
      className={cn(
        "flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-2.5",
        className,
      )}
    >
      <div className="min-w-0">
        <Heading id={id} className="text-base font-semibold tracking-tight">
          {title}
        </Heading>
        {description && <p className="text-xs text-ink-faint">{sentence(description)}</p>}
      </div>
      {actions && <div className="flex shrink-0 items-center gap-1.5">{actions}</div>}
    </div>
  );
}

/** A card that is named by the title in its header, whose element has the id. */
export function TitledCard({
  id,
  title,
  level,
  description,
  actions,
  children,
  ...card
}: TitledCardProps) {
  return (
    <Card aria-labelledby={id} {...card}>
      <CardHeader {...{ id, title, level, description, actions }} />
      {children}
    </Card>
  );
}

/** The padded inside of a card. */
export function CardBody({ className, ...rest }: ComponentProps<"div">) {
  return <div className={cn("p-4", className)} {...rest} />;
}

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
