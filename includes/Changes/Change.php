<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Queue\Stored_Reason;

/**
 * Holds what happened to which object. The details are those of Stored_Reason.
 *
 * @phpstan-type Details array{
 *   path?: string,
 *   mark?: int,
 *   old?: string,
 *   was?: string,
 *   posts?: string,
 *   sticky?: true,
 *   terms?: string,
 *   author?: int,
 *   all?: true,
 *   meta?: string,
 *   cron?: true,
 *   slug?: string,
 *   restored?: true,
 *   kept?: true,
 *   post?: int,
 * }
 */
final class Change {
	public const PUBLISHED   = 'published';
	public const UPDATED     = 'updated';
	public const SAVED       = 'saved';
	public const UNPUBLISHED = 'unpublished';
	public const TRASHED     = 'trashed';
	public const DELETED     = 'deleted';
	public const CREATED     = 'created';
	public const CHANGED     = 'changed';
	public const SWITCHED    = 'switched';
	public const REQUESTED   = 'requested';

	public const POST      = 'post';
	public const TERM      = 'term';
	public const MENU      = 'menu';
	public const LOCATIONS = 'locations';
	public const STYLES    = 'styles';
	public const OPTION    = 'option';
	public const THEME     = 'theme';
	public const ACF       = 'acf';
	public const REQUEST   = 'request';
	public const USER      = 'user';
	public const COMMENT   = 'comment';
	public const MISSED    = 'missed';

	private const MAX_NAME_LENGTH = 200;

	/**
	 * Name of an object without an ID, on one line; empty otherwise.
	 */
	public readonly string $name;

	/**
	 * @param string  $source              A source of the policy, for example `content`.
	 * @param string  $event               What happened: a constant of this class.
	 * @param string  $type                Kind of thing: a constant of this class.
	 * @param int     $id                  The thing's id, 0 where it has none.
	 * @param string  $subtype             Its post type or taxonomy, or empty.
	 * @param int     $user_id             ID of the user, 0 for none.
	 * @param Details $details
	 * @param bool    $is_for_refresh_only Whether it starts nothing but refreshes, whatever the policy says.
	 */
	public function __construct(
		public readonly string $source,
		public readonly string $event,
		public readonly string $type,
		public readonly int $id,
		public readonly string $subtype,
		public readonly int $user_id,
		string $name = '',
		private readonly array $details = array(),
		public readonly bool $is_for_refresh_only = false,
	) {
		$this->name = self::one_line( $name );
	}

	/**
	 * Identifies the changed object: two changes of the same object count once.
	 */
	public function key(): string {
		return implode( '|', array( $this->source, $this->type, $this->id, $this->name ) );
	}

	public function to_reason( int $at ): Stored_Reason {
		return new Stored_Reason( $this->event, $this->type, $this->subtype, $this->id, $this->user_id, $at, $this->name, ...$this->details );
	}

	/**
	 * Shortens a name to one line. Invalid UTF-8 is removed, because it cannot be stored as JSON.
	 */
	public static function one_line( string $name ): string {
		$text = 1 === preg_match( '//u', $name ) ? $name : (string) preg_replace( '/[^\x20-\x7E]+/', ' ', $name );
		return mb_substr( trim( (string) preg_replace( '/[\p{C}\p{Z}\s]+/u', ' ', $text ) ), 0, self::MAX_NAME_LENGTH );
	}
}
