import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { SameServiceLink } from "./same-service";

type LinkButtonProps = Pick<
  ComponentProps<typeof Button>,
  "variant" | "size" | "icon" | "className" | "children"
> &
  Pick<ComponentProps<typeof SameServiceLink>, "href" | "rel">;

/** A link to a page that looks at the same service, with the look of a button. */
export function LinkButton({ href, rel, icon: Icon, children, ...look }: LinkButtonProps) {
  return (
    <Button asChild {...look}>
      <SameServiceLink href={href} rel={rel}>
        {Icon && <Icon aria-hidden />}
        {children}
      </SameServiceLink>
    </Button>
  );
}
