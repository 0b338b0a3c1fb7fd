import { __ } from '../i18n.ts';

/** The code with which apiFetch rejects where it cannot read an answer. */
export const UNREADABLE = 'invalid_json';

/**
 * Passes on what this plugin answers, and refuses what something else answered in its place as a success: a proxy, a
 * login page, another plugin.
 *
 * @param key A list or a text that each answer of that route has.
 */
export function checkedResponse< T >( answer: T, key: keyof T ): T {
	const found: unknown = answer?.[ key ];
	if ( typeof found !== 'string' && ! Array.isArray( found ) ) {
		throw {
			code: UNREADABLE,
			message: __(
				'The response did not come from WordPress.',
				'headless-deploy'
			),
		};
	}
	return answer;
}
