<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use Closure;
use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\General\Noticed_Meta;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Changes\Watched\Watched_Taxonomies;
use HeadlessDeploy\Network;
use HeadlessDeploy\Untyped;
use WP_Term;

/**
 * Marks posts whose meta or terms changed in this request, for example the featured image or the categories, and
 * remembers these terms, because WordPress forgets which ones a post had before. Marking makes no query.
 */
final class Modified_Posts implements Listener {
	/**
	 * Taxonomy of Polylang with one term for the translations of each post.
	 */
	private const TRANSLATIONS = 'post_translations';

	/**
	 * @var array<int, array<int, string>>
	 */
	private array $modified = array();

	/**
	 * Modified posts whose change is for refreshes only, by site and post.
	 *
	 * @var array<int, array<int, true>>
	 */
	private array $uncounted = array();

	/**
	 * Values of a key that was deleted, and those that were added since, by site, post and key. WooCommerce deletes the prices of
	 * a product and adds them again, also when they are the same.
	 *
	 * @var array<int, array<int, array<string, array{list<string>, list<string>}>>>
	 */
	private array $replaced = array();

	/**
	 * Taxonomies of the ids of `term_taxonomy` that a post gained or lost, by site and post.
	 *
	 * @var array<int, array<int, array<int, string>>>
	 */
	private array $terms = array();

	/**
	 * Taxonomies of which a term is being deleted.
	 *
	 * @var array<string, true>
	 */
	private array $deleting = array();

	public function __construct(
		private readonly Policy $policy,
		private readonly Ignored_Meta $ignored,
		private readonly Noticed_Keys $noticed,
	) {}

	public function hook(): void {
		( new Written_Meta( 'post', $this->on_meta( ... ), $this->on_loss( ... ) ) )->hook();
		add_action( 'update_post_meta', $this->on_update( ... ), 10, 3 );
		add_action( 'delete_post_meta', $this->on_deletion( ... ), 10, 4 );
		add_action( 'set_object_terms', $this->on_terms( ... ), 10, 6 );
		add_action( 'edit_terms', $this->on_term_edit( ... ), 10, 3 );
		add_action( 'pre_delete_term', $this->on_term_deletion( ... ), 10, 2 );
		add_action( 'deleted_term_relationships', $this->on_terms_removed( ... ), 10, 3 );
		add_action( 'delete_term', $this->on_term_deleted( ... ), PHP_INT_MIN, 3 );
		// After the listeners have taken what they need.
		add_action( 'deleted_post', $this->forget( ... ), PHP_INT_MAX, 1 );
	}

	private function on_update( mixed $meta_id, mixed $post_id = null, mixed $key = null ): void {
		if ( is_numeric( $post_id ) && is_string( $key ) ) {
			unset( $this->replaced[ get_current_blog_id() ][ (int) $post_id ][ $key ] );
		}
	}

	private function on_meta( int $id, string $key, mixed $before, mixed $value ): void {
		if ( ! $this->is_replacing( $id, $key, $value ) ) {
			$this->note( $id, $key, $before, $value );
		}
	}

	/**
	 * Tells whether a value belongs to a key that was deleted in this request, and notes it.
	 */
	private function is_replacing( int $id, string $key, mixed $value ): bool {
		$blog_id = get_current_blog_id();
		if ( ! isset( $this->replaced[ $blog_id ][ $id ][ $key ] ) ) {
			return false;
		}
		// The hook after the deletion passes no value.
		if ( null !== $value ) {
			$this->replaced[ $blog_id ][ $id ][ $key ][1][] = Written_Meta::stored( $value );
		}
		return true;
	}

	/**
	 * Marks a post whose deleted keys have other values now.
	 */
	private function settle( int $id ): void {
		$blog_id  = get_current_blog_id();
		$replaced = $this->replaced[ $blog_id ][ $id ] ?? array();
		unset( $this->replaced[ $blog_id ][ $id ] );
		foreach ( $replaced as $key => list( $before, $after ) ) {
			sort( $before );
			sort( $after );
			if ( $before !== $after ) {
				$this->note( $id, (string) $key, $before[0] ?? '', $after[0] ?? null );
			}
		}
	}

	private function note( int $id, string $key, mixed $before, mixed $value ): void {
		if ( $this->is_default_template( $key, $before, $value ) ) {
			return;
		}
		$weight = $this->ignored->weight( $key );
		if ( Meta_Weight::Ignored === $weight ) {
			if ( $this->ignored->is_ignored_by_cron( $key ) && array() !== $this->policy->environments() ) {
				$this->noticed->note( $key, Noticed_Meta::BY_CRON, $id, false );
			}
			return;
		}
		$is_counter = false;
		if (
			Request_Type::is_write_of_visitor()
			&& ! $this->ignored->is_counted( $key )
			&& ! Ignored_Meta::is_visible_private( $key )
			&& array() !== $this->policy->environments()
		) {
			$is_counter = self::is_step( $before, $value );
			$this->noticed->note( $key, Noticed_Meta::BY_VISITORS, $id, $is_counter );
		}
		$this->mark( $id, $key, Meta_Weight::Counted === $weight && ! $is_counter );
	}

	/**
	 * Tells whether a page has the default template as before: WordPress writes it at the first save.
	 */
	private function is_default_template( string $key, mixed $before, mixed $after ): bool {
		$defaults = array( '', 'default' );
		return Ignored_Meta::TEMPLATE === $key
			&& in_array( $before, $defaults, true )
			&& in_array( $after, $defaults, true )
			&& ! $this->ignored->is_counted( $key );
	}

	/**
	 * Tells whether a number was counted up or down by one, as likes are.
	 */
	private static function is_step( mixed $before, mixed $after ): bool {
		return is_numeric( $after ) && ( '' === $before || is_numeric( $before ) ) && 1.0 === abs( (float) $after - (float) $before );
	}

	/**
	 * Marks the posts that lose a key all at once, for example those whose featured image is deleted. Only then it reads.
	 *
	 * @param Closure(): list<int> $posts
	 */
	private function on_loss( string $key, Closure $posts ): void {
		if ( ! $this->ignored->has( $key ) && array() !== $this->policy->environments() ) {
			$counts = Meta_Weight::Counted === $this->ignored->weight( $key );
			array_map( fn( int $id ) => $this->mark( $id, $key, $counts ), $posts() );
		}
	}

	private function on_deletion( mixed $meta_ids, mixed $post_id = null, mixed $key = '', mixed $value = '' ): void {
		if ( is_numeric( $post_id ) && (int) $post_id > 0 && is_string( $key ) ) {
			$this->begin_replacing(
				(int) $post_id,
				$key,
				in_array( $value, array( '', null, false ), true ) && is_array( $meta_ids ) ? count( $meta_ids ) : 0,
			);
		}
	}

	/**
	 * Keeps the loaded values of a key of which all are being deleted.
	 *
	 * @param int $number Number of values that are being deleted, 0 for some of them.
	 */
	private function begin_replacing( int $id, string $key, int $number ): void {
		$blog_id = get_current_blog_id();
		$pending = $this->replaced[ $blog_id ][ $id ][ $key ] ?? null;
		$loaded  = wp_cache_get( $id, 'post_meta' );
		$values  = is_array( $loaded ) && is_array( $loaded[ $key ] ?? null ) ? array_values( $loaded[ $key ] ) : array();
		if ( null !== $pending ) {
			$count = count( $pending[1] );
			unset( $this->replaced[ $blog_id ][ $id ][ $key ] );
			if ( $number === $count ) {
				$this->replaced[ $blog_id ][ $id ][ $key ] = array( $pending[0], array() );
			}
		} elseif ( $number > 0 && count( $values ) === $number && ! isset( $this->modified[ $blog_id ][ $id ] ) ) {
			$this->replaced[ $blog_id ][ $id ][ $key ] = array( array_map( Written_Meta::stored( ... ), $values ), array() );
		}
	}

	/**
	 * Marks the post whose terms changed. `set_object_terms` also fires when they did not.
	 */
	private function on_terms(
		mixed $post_id,
		mixed $terms = null,
		mixed $tt_ids = null,
		mixed $taxonomy = null,
		mixed $append = null,
		mixed $old = null,
	): void {
		$after   = Untyped::numbers( $tt_ids );
		$before  = Untyped::numbers( $old );
		$added   = array_diff( $after, $before );
		$removed = true === $append ? array() : array_diff( $before, $after );
		if (
			is_numeric( $post_id )
			&& is_string( $taxonomy )
			&& Watched_Taxonomies::shows_on_posts( $taxonomy )
			&& array() !== array_merge( $added, $removed )
		) {
			$this->mark( (int) $post_id );
			$this->add_terms( (int) $post_id, array( ...$added, ...$removed ), $taxonomy );
		}
	}

	/**
	 * Marks the post that lost terms. `wp_remove_object_terms()` fires no other hook, and this one also when the post had
	 * none of the terms: then its DELETE, the last statement, affected no row.
	 */
	private function on_terms_removed( mixed $post_id, mixed $tt_ids = null, mixed $taxonomy = null ): void {
		global $wpdb;
		$is_shown = is_string( $taxonomy ) && ! isset( $this->deleting[ $taxonomy ] ) && Watched_Taxonomies::shows_on_posts( $taxonomy );
		if ( is_numeric( $post_id ) && is_string( $taxonomy ) && $is_shown && 0 !== $wpdb->rows_affected ) {
			$this->mark( (int) $post_id );
			$this->add_terms( (int) $post_id, Untyped::numbers( $tt_ids ), $taxonomy );
		}
	}

	/**
	 * Marks the posts whose translations change. Polylang keeps them in the description of a term, and a post that keeps its
	 * term shows another translation.
	 *
	 * @param mixed $args Fields that are written.
	 */
	private function on_term_edit( mixed $term_id, mixed $taxonomy = '', mixed $args = array() ): void {
		$after = self::TRANSLATIONS === $taxonomy && is_array( $args ) ? self::translations( wp_unslash( $args['description'] ?? null ) ) : null;
		$term  = null !== $after && is_numeric( $term_id ) && array() !== $this->policy->environments()
			? get_term( (int) $term_id, self::TRANSLATIONS )
			: null;
		if ( null !== $after && $term instanceof WP_Term ) {
			$before = self::translations( $term->description ) ?? array();
			array_map(
				$this->mark( ... ),
				$before === $after ? array() : array_unique( array( ...array_values( $before ), ...array_values( $after ) ) ),
			);
		}
	}

	/**
	 * @param  mixed                       $description The ids of posts by language, as they are stored.
	 * @return array<int|string, int>|null
	 */
	private static function translations( mixed $description ): ?array {
		if ( ! is_string( $description ) || ! is_serialized( $description ) ) {
			return null;
		}
		$stored = @unserialize( trim( $description ), array( 'allowed_classes' => false ) );
		return is_array( $stored ) ? array_filter( Untyped::numbers( $stored ), static fn( int $id ): bool => $id > 0 ) : null;
	}

	/**
	 * Deleting a term is one change of the term, whatever the number of its posts.
	 */
	private function on_term_deletion( mixed $term_id, mixed $taxonomy = null ): void {
		if ( is_string( $taxonomy ) ) {
			$this->deleting[ $taxonomy ] = true;
		}
	}

	private function on_term_deleted( mixed $term_id, mixed $tt_id = null, mixed $taxonomy = null ): void {
		if ( is_string( $taxonomy ) ) {
			unset( $this->deleting[ $taxonomy ] );
		}
	}

	/**
	 * Forgets a deleted post, whose terms WordPress has just removed.
	 */
	private function forget( mixed $post_id ): void {
		if ( is_numeric( $post_id ) ) {
			$this->take( (int) $post_id );
			$this->take_terms( (int) $post_id );
		}
	}

	/**
	 * Returns the ids of `term_taxonomy` that the post gained or lost in this request since the last call.
	 *
	 * @return array<int, string> Taxonomy by id.
	 */
	public function take_terms( int $post_id ): array {
		$terms = $this->terms[ get_current_blog_id() ][ $post_id ] ?? array();
		unset( $this->terms[ get_current_blog_id() ][ $post_id ] );
		return $terms;
	}

	public function forget_terms(): void {
		$this->terms = array();
	}

	/**
	 * @param array<int> $tt_ids
	 */
	private function add_terms( int $post_id, array $tt_ids, string $taxonomy ): void {
		$this->terms[ get_current_blog_id() ][ $post_id ] = array_fill_keys( $tt_ids, $taxonomy ) + (
			$this->terms[ get_current_blog_id() ][ $post_id ] ?? array()
		);
	}

	public function take( int $post_id ): bool {
		return null !== $this->take_key( $post_id );
	}

	/**
	 * Returns the meta key that was written last, empty for terms; null when neither changed.
	 */
	public function take_key( int $post_id ): ?string {
		$this->settle( $post_id );
		$key = $this->modified[ get_current_blog_id() ][ $post_id ] ?? null;
		unset( $this->modified[ get_current_blog_id() ][ $post_id ] );
		return $key;
	}

	/**
	 * Tells whether the taken change is for refreshes only: every changed key is ignored and shown by the REST API.
	 */
	public function take_uncounted( int $post_id ): bool {
		$is_uncounted = isset( $this->uncounted[ get_current_blog_id() ][ $post_id ] );
		unset( $this->uncounted[ get_current_blog_id() ][ $post_id ] );
		return $is_uncounted;
	}

	/**
	 * Returns the details of a post whose meta changed: the log shows the key, and lists may query or sort by it.
	 *
	 * @param  string|null                       $key Empty for terms, null where neither changed.
	 * @return array{meta?: string, cron?: true}
	 */
	public static function details( ?string $key ): array {
		return null === $key || '' === $key
			? array()
			: array( 'meta' => Change::one_line( $key ) ) + ( wp_doing_cron() ? array( 'cron' => true ) : array() );
	}

	/**
	 * @return array<int, array<int, string>> Meta key that was written last, empty for terms alone, by site and post ID.
	 */
	public function take_all(): array {
		Network::on_sites(
			array_filter( $this->replaced ),
			function ( array $posts ): void {
				array_map( $this->settle( ... ), array_keys( $posts ) );
			},
		);
		$modified       = array_filter( $this->modified );
		$this->modified = array();
		return $modified;
	}

	/**
	 * @param string $key    Meta key, empty for terms.
	 * @param bool   $counts False for a change that is for refreshes only.
	 */
	private function mark( int $post_id, string $key = '', bool $counts = true ): void {
		$blog_id = get_current_blog_id();
		if ( $counts ) {
			unset( $this->uncounted[ $blog_id ][ $post_id ] );
		} elseif ( ! isset( $this->modified[ $blog_id ][ $post_id ] ) ) {
			$this->uncounted[ $blog_id ][ $post_id ] = true;
		}
		// Lists that query or sort by meta depend on a key also when terms were written after it.
		$this->modified[ $blog_id ][ $post_id ] = '' === $key ? $this->modified[ $blog_id ][ $post_id ] ?? '' : $key;
	}
}
