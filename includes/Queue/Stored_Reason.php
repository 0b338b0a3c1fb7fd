<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Value_Object;
use JsonSerializable;

/**
 * A change or a schedule that requested a run, as a row of the table of changes stores it. It has ids: titles are read when
 * a user who may see them views the run.
 */
final class Stored_Reason implements JsonSerializable {
	use Value_Object;

	/**
	 * Texts are empty and numbers are 0 where there is nothing to say. The parameters after `name` are what the live check,
	 * a refresh and the log need beyond the event, and what WordPress forgets.
	 *
	 * @param string $event    What happened: a constant of Change, or `scheduled`.
	 * @param string $type     Kind of thing: a constant of Change, or that of a schedule.
	 * @param string $subtype  Its post type or taxonomy, or the id of the schedule.
	 * @param int    $user     ID of the user.
	 * @param int    $at       Milliseconds since 1970.
	 * @param string $name     Name of an object without an ID.
	 * @param string $path     Path of a page or an archive that was removed.
	 * @param int    $mark     When the post was modified, in seconds since 1970.
	 * @param string $old      Path that the post had before.
	 * @param string $was      What made the path of the post or term before.
	 * @param string $posts    Ids of the posts of a deleted term, separated by commas.
	 * @param int    $post     Post of the comment.
	 * @param bool   $sticky   Whether the post became sticky or is no longer sticky.
	 * @param string $terms    Ids of `term_taxonomy` that the post gained or lost, separated by commas.
	 * @param int    $author   Author that the post had before.
	 * @param bool   $all      Whether more may have changed than the reason names: a refresh renews all pages.
	 * @param string $meta     Meta key that was written, if nothing else of the post changed.
	 * @param bool   $cron     Whether cron wrote the meta.
	 * @param string $slug     New slug of the post.
	 * @param bool   $restored Whether the post was in the Trash.
	 * @param bool   $kept     Whether no list has another member or order by date, besides those of the terms in `terms`; of a
	 *                         term, whether only the number of its posts changed.
	 * @param bool   $again    Whether an earlier row of the same request counts the object.
	 */
	public function __construct(
		public readonly string $event = '',
		public readonly string $type = '',
		public readonly string $subtype = '',
		public readonly int $id = 0,
		public readonly int $user = 0,
		public readonly int $at = 0,
		public readonly string $name = '',
		public readonly string $path = '',
		public readonly int $mark = 0,
		public readonly string $old = '',
		public readonly string $was = '',
		public readonly string $posts = '',
		public readonly int $post = 0,
		public readonly bool $sticky = false,
		public readonly string $terms = '',
		public readonly int $author = 0,
		public readonly bool $all = false,
		public readonly string $meta = '',
		public readonly bool $cron = false,
		public readonly string $slug = '',
		public readonly bool $restored = false,
		public readonly bool $kept = false,
		public readonly bool $again = false,
	) {}

	/**
	 * @param  string     $json Column `reasons` of a row.
	 * @return list<self> Newest first.
	 */
	public static function list_of( string $json ): array {
		$stored = json_decode( $json, true );
		return array_map( self::parse( ... ), array_values( array_filter( is_array( $stored ) ? $stored : array(), is_array( ... ) ) ) );
	}

	/**
	 * @return array<string, mixed>
	 */
	public function jsonSerialize(): array {
		$members = array_map( static fn( mixed $member ): mixed => is_bool( $member ) ? (int) $member : $member, get_object_vars( $this ) );
		$always  = array_flip( array( 'event', 'type', 'subtype', 'id', 'user', 'at' ) );
		$filled  = array_filter( $members, static fn( mixed $member ): bool => '' !== $member && 0 !== $member );
		return array_intersect_key( $members, $always ) + $filled;
	}

	/**
	 * @param array<mixed> $stored
	 */
	private static function parse( array $stored ): self {
		$text   = static fn( string $key ): string => is_string( $stored[ $key ] ?? null ) ? $stored[ $key ] : '';
		$number = static fn( string $key ): int => is_int( $stored[ $key ] ?? null ) ? $stored[ $key ] : 0;
		return new self(
			$text( 'event' ),
			$text( 'type' ),
			$text( 'subtype' ),
			$number( 'id' ),
			$number( 'user' ),
			$number( 'at' ),
			$text( 'name' ),
			$text( 'path' ),
			$number( 'mark' ),
			$text( 'old' ),
			$text( 'was' ),
			$text( 'posts' ),
			$number( 'post' ),
			isset( $stored['sticky'] ),
			$text( 'terms' ),
			$number( 'author' ),
			isset( $stored['all'] ),
			$text( 'meta' ),
			isset( $stored['cron'] ),
			$text( 'slug' ),
			isset( $stored['restored'] ),
			isset( $stored['kept'] ),
			isset( $stored['again'] ),
		);
	}
}
