import { DeadLink } from "@/components/sign-in/dead-link";
import { canAskForLink } from "@/lib/notices/letters";

export default function NotFound() {
  return (
    <DeadLink>
      {canAskForLink() &&
        "It was used, was replaced by a later one or has expired. On the sign-in page, “Forgot your password?” sends you a new one."}
    </DeadLink>
  );
}
