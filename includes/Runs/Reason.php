<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Iso_Time;

/**
 * A change that a run includes, as the current user may see it: `Reason` of src/shared/wire.ts.
 */
final class Reason {
	/**
	 * @param string $event    What happened: a constant of Change, or of Reason_Text.
	 * @param string $label    The event of a post whose title is shown beside it; empty for other events.
	 * @param string $text     The whole sentence, without its author.
	 * @param string $title    Empty for users who may not read the post.
	 * @param string $link     Empty for users who may not read the post.
	 * @param string $meta_key The meta key that was written, if nothing else of the post changed; otherwise empty.
	 * @param int    $user_id  0 for WordPress.
	 * @param int    $at       Milliseconds since 1970.
	 */
	public function __construct(
		public readonly string $event = '',
		public readonly string $label = '',
		public readonly string $text = '',
		public readonly string $title = '',
		public readonly string $link = '',
		public readonly string $detail = '',
		public readonly string $meta_key = '',
		public readonly int $user_id = 0,
		public readonly string $user_name = '',
		public readonly int $at = 0,
	) {}

	/**
	 * Identifies the object that changed.
	 */
	public function subject(): string {
		return match ( true ) {
			'' !== $this->link  => "link $this->link",
			'' !== $this->title => "title $this->title",
			'' !== $this->text  => "text $this->text",
			default             => '',
		};
	}

	/**
	 * @return array<string, mixed>
	 */
	public function to_array(): array {
		return array(
			'event'   => $this->event,
			'label'   => $this->label,
			'text'    => $this->text,
			'title'   => $this->title,
			'link'    => $this->link,
			'detail'  => $this->detail,
			'metaKey' => $this->meta_key,
			'user'    => array(
				'id'   => $this->user_id,
				'name' => $this->user_name,
			),
			'at' => Iso_Time::of( $this->at ),
		);
	}

	/**
	 * @param  list<self>                 $reasons
	 * @return list<array<string, mixed>>
	 */
	public static function list_to_array( array $reasons ): array {
		return array_map( static fn( self $reason ): array => $reason->to_array(), $reasons );
	}
}
