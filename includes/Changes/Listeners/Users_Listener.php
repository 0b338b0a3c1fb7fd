<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use Closure;
use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Previous_State;
use HeadlessDeploy\Network;
use HeadlessDeploy\Untyped;
use WP_User;

/**
 * Records authors whose name, address, picture or description changed. The policy decides on users who can write; customers
 * and subscribers are for refreshes only, as an author who was demoted still has posts.
 *
 * @phpstan-import-type Details from Change
 */
final class Users_Listener implements Marking_Listener {
	public const SOURCE = 'authors';

	/**
	 * Fields that visitors see; the e-mail address decides the picture.
	 */
	private const VISIBLE_FIELDS = array( 'user_nicename', 'user_url', 'display_name', 'user_email' );

	private const SHOWN_META = array( 'nickname', 'first_name', 'last_name', 'description' );

	/**
	 * Pictures that plugins use instead of Gravatar. An asterisk at the beginning matches the table prefix.
	 */
	private const AVATARS = array(
		'simple_local_avatar',
		'basic_user_avatar',
		'wp_user_avatar',
		'*user_avatar',
		'wp_user_avatars',
		'custom_avatar',
		'sabox-profile-image',
		'author_avatar',
	);

	private const WRITER = 'edit_posts';

	/**
	 * Visible fields that a save writes with another value, by user, until the save is complete.
	 *
	 * @var array<int, list<string>>
	 */
	private array $written = array();

	/**
	 * Users whose visible meta was written.
	 *
	 * @var array<int, true>
	 */
	private array $modified = array();

	/**
	 * Users of whom other public meta was written, which may be a field of Advanced Custom Fields.
	 *
	 * @var array<int, true>
	 */
	private array $with_fields = array();

	/**
	 * @var array<int, true>
	 */
	private array $created = array();

	/**
	 * Users whose cache was cleared, with whether a hook of WordPress told why.
	 *
	 * @var array<int, bool>
	 */
	private array $cleaned = array();

	/**
	 * Users whose posts another user got, by site.
	 *
	 * @var array<int, array<int, true>>
	 */
	private array $reassigned = array();

	/**
	 * Whether posts of the user that is being deleted got another author; null while no user is deleted.
	 */
	private ?bool $has_reassigned = null;

	public function __construct( private readonly Change_Recorder $changes ) {}

	public function hook(): void {
		// The only hook that has the final new values while the old ones are still loaded.
		add_filter( 'wp_pre_insert_user_data', $this->on_write( ... ), PHP_INT_MAX, 3 );
		add_action( 'profile_update', $this->on_saved( ... ), 10, 2 );
		add_action( 'user_register', $this->on_registered( ... ), 10, 2 );
		add_action( 'set_user_role', $this->on_role( ... ), 10, 3 );
		add_action( 'delete_user', $this->on_deletion( ... ), 10, 0 );
		add_action( 'clean_post_cache', $this->on_post( ... ), 10, 0 );
		add_action( 'deleted_user', $this->on_deleted( ... ), 10, 2 );
		add_action( 'remove_user_from_blog', $this->on_removed( ... ), 10, 3 );
		$meta = new Written_Meta(
			'user',
			$this->on_meta( ... ),
			fn( string $key, Closure $objects ) => self::is_watched( $key ) && $this->may_be_used()
				? $this->modified += array_fill_keys( $objects(), true )
				: null,
		);
		$meta->hook();
		// ACF stores the values at priority 10.
		add_action( 'acf/save_post', $this->on_fields( ... ), 100, 1 );
		add_action( 'wp_set_password', fn( mixed $password, mixed $user_id = 0 ) => $this->claim( $user_id ), 10, 2 );
		add_action( 'add_user_to_blog', $this->claim( ... ), 10, 1 );
		add_action( 'clean_user_cache', $this->on_cleaned( ... ), 10, 1 );
	}

	/**
	 * @return mixed What is written, as it came.
	 */
	private function on_write( mixed $data, mixed $update = false, mixed $user_id = null ): mixed {
		$before = true === $update && is_numeric( $user_id ) ? get_userdata( (int) $user_id ) : false;
		if ( ! $before instanceof WP_User || ! is_array( $data ) ) {
			return $data;
		}
		$differs = static fn( string $field ): bool => isset( $data[ $field ] )
			&& ( ! is_scalar( $data[ $field ] ) || (string) $data[ $field ] !== Untyped::text( $before->get( $field ) ) );

		$this->written[ $before->ID ] = array_values( array_filter( self::VISIBLE_FIELDS, $differs ) );
		return $data;
	}

	/**
	 * Records a saved profile. WordPress fires the hook for each save, also for a new password or a link to reset it.
	 */
	private function on_saved( mixed $user_id, mixed $before = null ): void {
		if ( ! is_numeric( $user_id ) ) {
			return;
		}
		$id          = (int) $user_id;
		$written     = $this->written[ $id ] ?? array();
		$is_modified = isset( $this->modified[ $id ] ) || array() !== $written;
		unset( $this->written[ $id ], $this->modified[ $id ] );
		$this->claim( $id );
		if ( $is_modified ) {
			$is_moved = in_array( 'user_nicename', $written, true ) && self::is_in_permalinks();
			$this->record_on_sites( $id, $before instanceof WP_User ? $before : get_userdata( $id ), $is_moved ? Previous_State::UNKNOWN : array() );
		}
	}

	/**
	 * Records a new user who can write. They have published nothing yet, so that only a list of all users shows them.
	 *
	 * @param mixed $data Fields as they were passed to `wp_insert_user()`.
	 */
	private function on_registered( mixed $user_id, mixed $data = array() ): void {
		if ( ! is_numeric( $user_id ) ) {
			return;
		}
		$id = (int) $user_id;
		unset( $this->modified[ $id ] );
		$this->claim( $id );
		$this->created[ $id ] = true;
		$role                 = is_array( $data ) && is_string( $data['role'] ?? null ) ? $data['role'] : get_option( 'default_role' );
		if ( is_string( $role ) && self::can_write( $role ) ) {
			$this->record( Change::CREATED, $id, array(), true );
		}
	}

	/**
	 * Records another role. Visitors see roles only where a plugin lists users by role.
	 */
	private function on_role( mixed $user_id, mixed $role = null, mixed $before = array() ): void {
		$roles = array_filter( array( $role, ...( is_array( $before ) ? array_values( $before ) : array() ) ), is_string( ... ) );
		if (
			is_numeric( $user_id )
			&& array() !== $before
			&& array( $role ) !== $before
			&& array() !== array_filter( $roles, self::can_write( ... ) )
		) {
			$this->record( Change::UPDATED, (int) $user_id, array(), true );
		}
	}

	private function on_deletion(): void {
		$this->has_reassigned = false;
	}

	/**
	 * Notes that posts of the user that is being deleted got another author: WordPress writes them by SQL.
	 */
	private function on_post(): void {
		if ( null !== $this->has_reassigned ) {
			$this->has_reassigned = true;
		}
	}

	/**
	 * Records a deleted user. Posts that were deleted with the user, or that another user got, are changes of their own
	 * (Cleaned_Posts). The policy decides on another author.
	 */
	private function on_deleted( mixed $user_id, mixed $new_author = null ): void {
		$has_reassigned       = true === $this->has_reassigned && is_numeric( $new_author );
		$this->has_reassigned = null;
		if ( is_numeric( $user_id ) ) {
			unset( $this->modified[ (int) $user_id ], $this->with_fields[ (int) $user_id ] );
			$this->claim( $user_id );
			$this->record( Change::DELETED, (int) $user_id, array(), ! $has_reassigned );
		}
	}

	/**
	 * Marks a user who is being removed from a site of a network, and whose posts another user gets after this hook.
	 */
	private function on_removed( mixed $user_id, mixed $site = null, mixed $new_author = 0 ): void {
		$this->claim( $user_id );
		if ( is_numeric( $user_id ) && is_numeric( $new_author ) && (int) $new_author > 0 ) {
			$this->reassigned[ get_current_blog_id() ][ (int) $user_id ] = true;
		}
	}

	private function on_meta( int $user_id, string $key ): void {
		if ( self::is_watched( $key ) ) {
			$this->modified[ $user_id ] = true;
		} elseif ( ! str_starts_with( $key, '_' ) ) {
			$this->with_fields[ $user_id ] = true;
		}
	}

	/**
	 * Tells whether a key is what WordPress and plugins show of an author. All other meta of users is left out: sessions, screen
	 * options, capabilities, and addresses of customers.
	 */
	private static function is_watched( string $key ): bool {
		if ( in_array( $key, self::SHOWN_META, true ) || self::is_avatar( $key ) ) {
			return true;
		}
		// Plugins add the profiles that authors have elsewhere, for example `twitter`.
		return self::is_in_rest( $key ) || isset( wp_get_user_contact_methods()[ $key ] );
	}

	/**
	 * Preferences of the editor are in REST too, but only for the user.
	 */
	private static function is_in_rest( string $key ): bool {
		$in_rest = get_registered_meta_keys( 'user' )[ $key ]['show_in_rest'] ?? false;
		$schema  = is_array( $in_rest ) ? $in_rest['schema'] ?? null : null;
		$context = is_array( $schema ) ? $schema['context'] ?? array( 'view' ) : array( 'view' );
		return false !== $in_rest && in_array( 'view', (array) $context, true );
	}

	private static function is_avatar( string $key ): bool {
		global $wpdb;
		return in_array( $key, self::AVATARS, true ) || in_array( '*' . substr( $key, strlen( $wpdb->get_blog_prefix() ) ), self::AVATARS, true );
	}

	/**
	 * Marks a user whose fields Advanced Custom Fields has saved: they are meta with any key.
	 *
	 * @param mixed $object ID in ACF, for example `user_5`.
	 */
	private function on_fields( mixed $object ): void {
		if ( is_string( $object ) && 1 === preg_match( '/\Auser_(\d+)\z/', $object, $match ) && isset( $this->with_fields[ (int) $match[1] ] ) ) {
			$this->modified[ (int) $match[1] ] = true;
		}
	}

	private function claim( mixed $user_id ): void {
		if ( is_numeric( $user_id ) ) {
			$this->cleaned[ (int) $user_id ] = true;
		}
	}

	private function on_cleaned( mixed $user_id ): void {
		if ( is_numeric( $user_id ) ) {
			$this->cleaned[ (int) $user_id ] ??= false;
		}
	}

	/**
	 * Records users of whom only meta was written, and those whom another plugin wrote by SQL.
	 */
	public function record_marked(): void {
		$modified = $this->modified;
		$cleaned  = array_diff_key( array_filter( $this->cleaned, static fn( bool $is_claimed ): bool => ! $is_claimed ), $modified );

		$this->modified = $this->with_fields = $this->cleaned = array();
		$reassigned     = $this->reassigned;

		$this->reassigned = array();
		Network::on_sites(
			$reassigned,
			function ( array $users ): void {
				foreach ( array_keys( $users ) as $id ) {
					$this->record( Change::DELETED, $id, Previous_State::UNKNOWN, false );
				}
			},
		);
		if ( ( array() === $modified && array() === $cleaned ) || Request_Type::is_anonymous_read() || ! $this->may_be_used() ) {
			return;
		}
		if (
			count( $cleaned ) > Marked_Objects::MAX
			|| ! Marked_Objects::load( array_keys( $modified ), static fn( array $ids ) => cache_users( $ids ) )
		) {
			$this->record_unknown( array() === $modified );
			return;
		}
		foreach ( array_keys( $modified ) as $id ) {
			$this->record_on_sites( $id, get_userdata( $id ) );
		}
		foreach ( array_keys( $cleaned ) as $id ) {
			self::on_sites_of( $id, fn() => $this->record( Change::UPDATED, $id, array(), true ) );
		}
	}

	/**
	 * Records that any user may have changed, on each site of the network: it is not known which of them shows these users.
	 */
	private function record_unknown( bool $is_for_refresh_only ): void {
		self::on_sites(
			is_multisite() ? get_sites( array( 'fields' => 'ids', 'number' => Marked_Objects::MAX ) ) : array(),
			fn() => $this->is_used() && $this->changes->record_unknown( self::SOURCE, Change::USER, $is_for_refresh_only ),
		);
	}

	private function is_used(): bool {
		return $this->changes->is_source_used( self::SOURCE );
	}

	/**
	 * Tells whether a site uses the source: users are shared by the sites of a network.
	 */
	private function may_be_used(): bool {
		return is_multisite() || $this->is_used();
	}

	/**
	 * Records a user on all sites of the network that they belong to.
	 *
	 * @param Details $details
	 */
	private function record_on_sites( int $id, WP_User|false $user, array $details = array() ): void {
		if ( false === $user ) {
			return;
		}
		$current = get_current_blog_id();
		self::on_sites_of(
			$id,
			fn() => $this->record(
				Change::UPDATED,
				$id,
				$details,
				isset( $this->created[ $id ] ) || ! user_can( get_current_blog_id() === $current ? $user : $id, self::WRITER ),
			),
		);
	}

	/**
	 * @param Closure(): mixed $work
	 */
	private static function on_sites_of( int $id, Closure $work ): void {
		self::on_sites( is_multisite() ? array_keys( get_blogs_of_user( $id ) ) : array(), $work );
	}

	/**
	 * Works on the current site, and on others on which the plugin is active.
	 *
	 * @param array<int>       $sites
	 * @param Closure(): mixed $work
	 */
	private static function on_sites( array $sites, Closure $work ): void {
		$work();
		foreach ( array_diff( array_map( intval( ... ), $sites ), array( get_current_blog_id() ) ) as $site ) {
			if ( Network::is_active_on( $site ) ) {
				Network::on_site( $site, $work );
			}
		}
	}

	private static function can_write( string $role ): bool {
		return true === get_role( $role )?->has_cap( self::WRITER );
	}

	/**
	 * Tells whether the addresses of posts contain their author.
	 */
	private static function is_in_permalinks(): bool {
		global $wp_rewrite;
		$structures = array( get_option( 'permalink_structure' ), ...array_column( $wp_rewrite->extra_permastructs, 'struct' ) );
		return str_contains( implode( ' ', array_filter( $structures, is_string( ... ) ) ), '%author%' );
	}

	/**
	 * @param string  $event   A constant of Change.
	 * @param Details $details
	 */
	private function record( string $event, int $id, array $details, bool $is_for_refresh_only ): void {
		if ( $this->is_used() ) {
			$this->changes->record( self::SOURCE, $event, Change::USER, $id, '', '', $details, $is_for_refresh_only );
		}
	}
}
