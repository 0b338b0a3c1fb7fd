import { __ } from '../ui/i18n.ts';

/** Says that WordPress has not published a scheduled post at its time. */
export function lateText(): string {
	return __(
		'WordPress has not published this yet, because its scheduled tasks are late.',
		'headless-deploy'
	);
}
