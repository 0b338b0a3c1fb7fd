import type { BootData } from '../../shared/boot.ts';

/**
 * Returns where a new webhook URL of an environment is pasted, null for those who may not.
 *
 * @param boot What the page came with.
 * @param id   Id of the environment.
 */
export function replaceUrlOf( boot: BootData, id: string ): string | null {
	const { can, urls } = boot;
	return can.manage && urls.connections !== undefined
		? `${ urls.connections }&replace=${ encodeURIComponent( id ) }`
		: null;
}
