import { Details } from "@/components/ui/details";

/** The code of a reason and what delivery updates say with it, folded away. */
export function ReasonDetails({ code, description, className }: { code: string; description: string; className?: string }) {
  if (code === "") return null;
  return (
    <Details {...(className !== undefined && { className })}>
      In delivery updates: <span className="code">{code}</span> <span className="foreign">{description}</span>
    </Details>
  );
}
