import { Code } from "@/components/ui/code";
import { Details } from "@/components/ui/details";
import { Verbatim } from "@/components/ui/verbatim";

/** The code of a reason and what delivery updates say with it, folded away. */
export function ReasonDetails({
  code,
  description,
  className,
}: {
  code: string;
  description: string;
  className?: string;
}) {
  if (code === "") return null;
  return (
    <Details {...(className !== undefined && { className })}>
      In delivery updates: <Code>{code}</Code> <Verbatim>{description}</Verbatim>
    </Details>
  );
}
