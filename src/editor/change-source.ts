import type { Source } from '../shared/wire.ts';

/** Types that are no content: each is a source of its own, whatever post types are watched. */
const SOURCE_OF_TYPE: Readonly< Record< string, Source > > = {
	wp_template: 'templates',
	wp_template_part: 'templates',
	wp_block: 'templates',
	wp_navigation: 'menus',
	wp_global_styles: 'styles',
};

/**
 * Finds which line of the automation decides about a post of this type.
 *
 * @param postType  Name of the type.
 * @param postTypes The post types that are watched.
 * @return Null where none does: the type is not watched.
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
