/** Sorts of changes, as docs/performance.md shows them. */
export interface Sort {
	name: string;
	/** Matches the names of its kinds. The first sort that matches counts. */
	kinds: RegExp;
	/** Why a refresh renews more answers than differ. */
	reason: string;
}

export const SORTS: readonly Sort[] = [
	{
		name: 'nothing that visitors see',
		kinds: /opens|autosave|new draft|draft is changed|private (post|key|tax)|of a draft|order$|transient|flush|email|password of a user|role/,
		reason: 'Whether a user can write decides whether visitors may see them; a key that REST shows may be in another answer.',
	},
	{
		name: 'permalinks, URL bases, parents of pages',
		kinds: /permalinks|base of a type|hidden parent|parent of|slug of a (page|category|guide)|a page moves/,
		reason: 'A base or a structure is part of all addresses: the scope is `all`. A page names the pages below it, and its lists, whose members and order stay the same where another slug does not decide.',
	},
	{
		name: 'options',
		kinds: /^settings|option|site|front|posts on a page|page of posts|time zone|date format|first day|default comments|Late|sticky/,
		reason: 'An option outside of those that are shown as they are may change any page: the scope is `all`.',
	},
	{
		name: 'menus, widgets, templates',
		kinds: /menu|widget|sidebar|navigation|pattern|template part|a template|styles|location/,
		reason: 'Styles and templates may be part of any page: the scope is `all`. A menu renews all menus and their items.',
	},
	{
		name: 'comments',
		kinds: /comment|reply/,
		reason: 'Lists of comments and Latest Comments depend on every comment, also on those that they do not reach.',
	},
	{
		name: 'files',
		kinds: /file|picture|attachment|alt text|caption|logo|icon/,
		reason: 'Lists of files, and posts whose image it is, also those that show another part of it.',
	},
	{
		name: 'users',
		kinds: /user|profile|author/,
		reason: 'Answers that embed or show a user have one tag for them, whatever field they show. A page with child pages that is deleted with its author renews all answers.',
	},
	{
		name: 'posts: new, published, trashed, deleted',
		kinds: /new (post|page|guide|event|snippet)|publish|becomes|restore|trash|delete[sd]?\b|wp_delete_post|scheduled|status|import|insert_post|type/,
		reason: '`TYPE-list` renews each list of the type, also pages of it that stay the same.',
	},
	{
		name: 'terms of a post',
		kinds: /(categories|tags|moods|topics|terms) of|terms\(\)|bulk edit: category|post_tags|title and tags|shutdown 10: terms/,
		reason: 'Lists of the terms gained and lost, also pages of them that do not reach the post, and answers that show another field of the post; with `%category%` in the permalinks the scope is `all`.',
	},
	{
		name: 'terms',
		kinds: /term|category|categories|tag|topic|mood/,
		reason: '`term-list-TAXONOMY`, what embeds the term, and the posts of one that moved or was deleted; with `%category%` in the permalinks the scope is `all`.',
	},
	{
		name: 'meta',
		kinds: /meta|relationship|field|thumbnail|featured/,
		reason: 'A field that no answer shows renews the post too.',
	},
	{
		name: 'posts: text, slug, date',
		kinds: /./,
		reason: '`post-ID` renews answers that show another field of the post; a slug or a date renews lists.',
	},
];

export function sortOf( kind: string ): string {
	return SORTS.find( ( { kinds } ) => kinds.test( kind ) )?.name ?? '';
}
