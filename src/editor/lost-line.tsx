import { __ } from '../admin/i18n.ts';
import type { Lost } from '../admin/live/status-store.ts';
import { LoginLink } from '../admin/parts/login-link.tsx';
import { loggedOutAdvice, loggedOutHeadline } from '../admin/words/refusal.ts';

/** Says that what is shown may be old. */
export function LostLine( { lost }: { lost: Lost } ) {
	return lost.loggedOut ? (
		<p role="status">
			{ loggedOutHeadline() } { loggedOutAdvice() } <LoginLink />
		</p>
	) : (
		<p role="status">
			{ __(
				'The status could not be read: what you see may be old.',
				'headless-deploy'
			) }
		</p>
	);
}
