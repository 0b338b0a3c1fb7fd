import type { BootData } from '../shared/boot.ts';
import type { SavedSource } from '../shared/wire.ts';

/** Post types that are not content: each has its own change source, whichever post types count. */
const SOURCE_OF_TYPE: Readonly< Record< string, SavedSource > > = {
	wp_template: 'templates',
	wp_template_part: 'templates',
	wp_block: 'templates',
	wp_navigation: 'menus',
	wp_global_styles: 'styles',
};

/** What the page says about post types. */
export type PostTypes = Pick< BootData, 'postTypes' | 'refreshOnlyTypes' >;

/**
 * Finds the change source of a post type.
 *
 * @return Null if changes of this type are not recorded.
 */
export function sourceOf(
	postType: string,
	{ postTypes, refreshOnlyTypes }: PostTypes
): SavedSource | null {
	const source = SOURCE_OF_TYPE[ postType ];
	if ( source !== undefined ) {
		return source;
	}
	if ( refreshOnlyTypes.includes( postType ) ) {
		return 'refreshOnly';
	}
	return postTypes.includes( postType ) ? 'content' : null;
}
