<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Changes\Previous_State;
use HeadlessDeploy\Network;
use WP_Term;

/**
 * Records terms of watched taxonomies that were created, edited or deleted. Assigning terms is a change of the post. What
 * happens to a new term in the request that creates it is for refreshes only: nothing has the term yet.
 *
 * @phpstan-import-type Details from Change
 */
final class Terms_Listener implements Marking_Listener {
	public const SOURCE = 'terms';

	private const PRIORITY = 100;

	/**
	 * Terms that this request created, by site.
	 *
	 * @var array<int, array<int, true>>
	 */
	private array $created = array();

	/**
	 * Whether the term that is being deleted has children, which move to its parent.
	 */
	private bool $has_children = false;

	public function __construct(
		private readonly Policy $policy,
		private readonly Change_Recorder $changes,
		private readonly Modified_Terms $modified,
		private readonly Counted_Terms $counted,
	) {}

	public function hook(): void {
		add_action( 'created_term', $this->on_created( ... ), self::PRIORITY, 3 );
		add_action( 'edited_term', $this->on_edited( ... ), self::PRIORITY, 3 );
		add_action( 'pre_delete_term', fn() => $this->has_children = false, PHP_INT_MIN, 0 );
		add_action(
			'edit_term_taxonomies',
			fn( mixed $children = array() ) => $this->has_children = $this->has_children || array() !== $children,
			10,
			1,
		);
		add_action( 'delete_term', $this->on_deleted( ... ), 10, 5 );
	}

	private function on_created( mixed $term_id, mixed $tt_id = null, mixed $taxonomy = null ): void {
		if ( is_numeric( $term_id ) && is_string( $taxonomy ) && $this->watches( $taxonomy ) ) {
			$this->modified->take( (int) $term_id );
			$this->created[ get_current_blog_id() ][ (int) $term_id ] = true;
			$this->record( Change::CREATED, (int) $term_id, $taxonomy );
		}
	}

	private function on_edited( mixed $term_id, mixed $tt_id = null, mixed $taxonomy = null ): void {
		if ( is_numeric( $term_id ) && is_string( $taxonomy ) && $this->watches( $taxonomy ) && $this->modified->take( (int) $term_id ) ) {
			$before = $this->modified->take_move( (int) $term_id );
			$this->record( Change::CHANGED, (int) $term_id, $taxonomy, '', null === $before ? array() : Previous_State::of_moved_term( $before ) );
		}
	}

	/**
	 * Records a deleted term with its name, which can no longer be read later.
	 */
	private function on_deleted(
		mixed $term_id,
		mixed $tt_id = null,
		mixed $taxonomy = null,
		mixed $term = null,
		mixed $objects = null,
	): void {
		if ( is_numeric( $term_id ) && is_string( $taxonomy ) && $this->watches( $taxonomy ) ) {
			$this->modified->take( (int) $term_id );
			$this->record(
				Change::DELETED,
				(int) $term_id,
				$taxonomy,
				$term instanceof WP_Term ? $term->name : '',
				Previous_State::of_deleted_term( $taxonomy, $term, $objects, $this->has_children ),
			);
		}
	}

	/**
	 * Records terms whose meta was written without or after a save of the term, terms that another plugin wrote by SQL, and
	 * those that have another number of posts without a change of a post.
	 */
	public function record_marked(): void {
		$modified = $this->modified->take_all();
		$cleaned  = $this->modified->take_cleaned();
		$counted  = $this->counted->take_all();
		if ( ! Request_Type::is_anonymous_read() ) {
			Network::on_sites( $modified, $this->record_modified( ... ) );
			Network::on_sites( $cleaned, $this->record_cleaned( ... ) );
			Network::on_sites( $counted, $this->record_counted( ... ) );
		}
	}

	/**
	 * Records the public ones of the modified terms. Only terms that this request did not save are read.
	 *
	 * @param array<int, string> $taxonomies Taxonomy of each term of the current site, empty if unknown.
	 */
	private function record_modified( array $taxonomies ): void {
		if ( ! $this->changes->is_source_used( self::SOURCE ) ) {
			return;
		}
		$unknown = array_keys( $taxonomies, '', true );
		if ( ! Marked_Objects::load( $unknown, static fn( array $ids ) => _prime_term_caches( $ids, false ) ) ) {
			$this->changes->record_unknown( self::SOURCE, Change::TERM );
			return;
		}
		foreach ( $taxonomies as $term_id => $taxonomy ) {
			$term     = '' === $taxonomy ? get_term( $term_id ) : null;
			$taxonomy = $term instanceof WP_Term ? $term->taxonomy : $taxonomy;
			if ( $this->watches( $taxonomy ) ) {
				$this->record( Change::CHANGED, $term_id, $taxonomy );
			}
		}
	}

	/**
	 * @param array<int, string> $taxonomies Taxonomy of each term of the current site.
	 */
	private function record_cleaned( array $taxonomies ): void {
		foreach ( $taxonomies as $term_id => $taxonomy ) {
			if ( $this->watches( $taxonomy ) ) {
				$this->record( Change::CHANGED, $term_id, $taxonomy, is_for_refresh_only: true );
			}
		}
	}

	/**
	 * @param array<int, string> $taxonomies Taxonomy by id of `term_taxonomy`, of the current site.
	 */
	private function record_counted( array $taxonomies ): void {
		// These changes are for refreshes only.
		$watched = $this->policy->has_refresh() ? array_filter( $taxonomies, $this->watches( ... ) ) : array();
		$terms   = $this->counted->terms( $watched );
		if ( null === $terms ) {
			$this->changes->record_unknown( self::SOURCE, Change::TERM, true );
		}
		foreach ( $terms ?? array() as $term_id => $taxonomy ) {
			$this->record( Change::CHANGED, $term_id, $taxonomy, '', Previous_State::KEPT, true );
		}
	}

	private function watches( string $taxonomy ): bool {
		return $this->changes->is_source_used( self::SOURCE ) && $this->policy->watches_taxonomy( $taxonomy );
	}

	/**
	 * @param string  $event   A constant of Change.
	 * @param Details $details
	 */
	private function record(
		string $event,
		int $term_id,
		string $taxonomy,
		string $name = '',
		array $details = array(),
		bool $is_for_refresh_only = false,
	): void {
		$is_new = isset( $this->created[ get_current_blog_id() ][ $term_id ] );
		$this->changes->record(
			self::SOURCE,
			$event,
			Change::TERM,
			$term_id,
			$taxonomy,
			$name,
			$details,
			$is_for_refresh_only || $is_new || ! $this->policy->counts_taxonomy( $taxonomy ),
		);
	}
}
