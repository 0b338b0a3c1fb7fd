import type { Source } from '../shared/wire.ts';

/** Post types that are not content: each has its own change source, whichever post types count. */
const SOURCE_OF_TYPE: Readonly< Record< string, Source > > = {
	wp_template: 'templates',
	wp_template_part: 'templates',
	wp_block: 'templates',
	wp_navigation: 'menus',
	wp_global_styles: 'styles',
};

/**
 * Finds the change source of a post type.
 *
 * @return Null if changes of this type do not count.
 */
export function sourceOf(
	postType: string,
	postTypes: readonly string[]
): Source | null {
	const source = SOURCE_OF_TYPE[ postType ];
	if ( source !== undefined ) {
		return source;
	}
	return postTypes.includes( postType ) ? 'content' : null;
}
