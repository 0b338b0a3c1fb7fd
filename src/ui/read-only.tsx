import { __ } from './i18n.ts';

/** In place of the forms that a user may not use. */
export function ReadOnly() {
	return (
		<p className="hd-hint">
			{ __(
				'Your role is read-only. Ask an administrator for the write role.',
				'headless-deploy'
			) }
		</p>
	);
}
