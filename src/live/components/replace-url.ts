import { __ } from '../../ui/i18n.ts';
import type { BootData } from '../../shared/boot.ts';

/** Where a new webhook URL of an environment is pasted; null without the capability. */
export function replaceUrlOf( boot: BootData, id: string ): string | null {
	const { can, urls } = boot;
	return can.manage && urls.connections !== undefined
		? `${ urls.connections }&replace=${ encodeURIComponent( id ) }`
		: null;
}

/** On buttons and links to the form. */
export function replaceUrlLabel(): string {
	return __( 'Replace the webhook URL', 'headless-deploy' );
}
