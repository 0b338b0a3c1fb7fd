import { __ } from '../ui/i18n.ts';
import type { Lost } from '../live/status-store.ts';
import { LoginLink } from '../live/components/login-link.tsx';
import { loggedOutAdvice, loggedOutHeadline } from '../live/labels/refusal.ts';

/** Says that the status may be outdated. */
export function LostLine( { lost }: { lost: Lost } ) {
	return lost.loggedOut ? (
		<p role="status">
			{ loggedOutHeadline() } { loggedOutAdvice() } <LoginLink />
		</p>
	) : (
		<p role="status">
			{ __(
				'The status could not be loaded and may be outdated.',
				'headless-deploy'
			) }
		</p>
	);
}
