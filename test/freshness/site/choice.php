<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Freshness;

use RuntimeException;

/** The object that a kind of change needs does not exist. */
final class Nothing_To_Change extends RuntimeException {}

/** Chooses objects of the world, the same ones for the same seed and the same world. */
final class Choice {
	public function __construct( private readonly int $seed ) {
		mt_srand( $seed );
	}

	/**
	 * @template T
	 * @param  list<T> $values
	 * @return T
	 */
	public function of( array $values ): mixed {
		return array() === $values ? throw new Nothing_To_Change() : $values[ mt_rand( 0, count( $values ) - 1 ) ];
	}

	/** @param list<string> $statuses */
	public function post( string $type, array $statuses = array( 'publish' ) ): int {
		global $wpdb;
		$list = "'" . implode( "', '", $statuses ) . "'";
		return (int) $this->of( $wpdb->get_col( "SELECT ID FROM {$wpdb->posts} WHERE post_type = '$type' AND post_status IN ($list) ORDER BY ID" ) );
	}

	/** A page that visitors do not see, with a page below it. */
	public function hidden_parent(): int {
		global $wpdb;
		return (int) $this->of( $wpdb->get_col( "SELECT DISTINCT p.ID FROM {$wpdb->posts} p JOIN {$wpdb->posts} c ON c.post_parent = p.ID WHERE p.post_type = 'page' AND p.post_status IN ('draft', 'private', 'trash') AND c.post_type = 'page' ORDER BY p.ID" ) );
	}

	public function file(): int {
		return $this->post( 'attachment', array( 'inherit' ) );
	}

	public function term( string $taxonomy ): int {
		global $wpdb;
		return (int) $this->of( $wpdb->get_col( "SELECT term_id FROM {$wpdb->term_taxonomy} WHERE taxonomy = '$taxonomy' ORDER BY term_id" ) );
	}

	public function author(): int {
		global $wpdb;
		return (int) $this->of( $wpdb->get_col( "SELECT ID FROM {$wpdb->users} WHERE user_login <> 'admin' ORDER BY ID" ) );
	}

	public function comment( string $approved = '1' ): int {
		global $wpdb;
		return (int) $this->of( $wpdb->get_col( "SELECT comment_ID FROM {$wpdb->comments} WHERE comment_approved = '$approved' ORDER BY comment_ID" ) );
	}

	/** A widget of the sidebar. */
	public function widget(): string {
		return $this->of( array_values( wp_get_sidebars_widgets()['main'] ?? array() ) );
	}

	public function number( int $from, int $to ): int {
		return mt_rand( $from, $to );
	}

	/** A text that no other change has. */
	public function text( string $prefix ): string {
		return "$prefix {$this->seed}";
	}

	public function slug( string $prefix ): string {
		return sanitize_title( $this->text( $prefix ) );
	}
}
