<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

/**
 * Holds a change for the filter `headless_deploy_action_for_change`. A public API: its fields are stable. No query was
 * made for it; a filter that needs the post calls `get_post( $context->id )`.
 */
final class Change_Context {
	/**
	 * @param string $source  A source of the policy: `content`, `terms`, `files`, `authors`, `comments`, `menus`, `templates`, `styles`, `options`, `theme`, `acf` or `request`.
	 * @param string $event   What happened: `published`, `updated`, `unpublished`, `trashed`, `deleted`, `created`, `changed`, `switched` or `requested`.
	 * @param string $type    Kind of thing: `post`, `term`, `menu`, `locations`, `styles`, `option`, `theme`, `acf`, `user`, `comment` or `request`.
	 * @param int    $id      Id of the post, term, menu, user or comment; 0 where there is none.
	 * @param string $subtype Post type, taxonomy or type of the comment, or empty.
	 * @param string $name    Name of the option, theme or option page, or the reason of a request; empty where there is an id.
	 * @param int    $user_id ID of the user, 0 for none.
	 */
	public function __construct(
		public readonly string $source,
		public readonly string $event,
		public readonly string $type,
		public readonly int $id,
		public readonly string $subtype,
		public readonly string $name,
		public readonly int $user_id,
		public readonly int $blog_id,
	) {}

	public static function of( Change $change ): self {
		return new self(
			$change->source,
			$change->event,
			$change->type,
			$change->id,
			$change->subtype,
			$change->name,
			$change->user_id,
			get_current_blog_id(),
		);
	}
}
