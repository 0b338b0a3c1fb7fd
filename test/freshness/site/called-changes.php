<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Freshness;

use Closure;

/** Kinds of changes that a plugin makes: in a request of a visitor, by WP-Cron, in an import, or by WP-CLI. */
final class Called_Changes {
	public const WAYS = array( 'visitor', 'cron', 'import', 'command' );

	/** @return array<string, Closure(Choice): mixed> */
	public static function all(): array {
		return self::of_posts() + self::of_meta() + self::of_files() + self::of_terms() + self::of_users_and_comments() + self::of_options() + self::of_the_end() + self::of_imports() + self::of_sql();
	}

	/** @return array<string, Closure> */
	private static function of_posts(): array {
		return array(
			'wp_update_post(): title'           => static fn( Choice $choice ) => wp_update_post( array( 'ID' => $choice->post( $choice->of( array( 'post', 'page', 'guide', 'event' ) ) ), 'post_title' => $choice->text( 'Called' ) ) ),
			'wp_update_post(): a snippet'       => static fn( Choice $choice ) => wp_update_post( array( 'ID' => $choice->post( 'snippet' ), 'post_title' => $choice->text( 'Called' ) ) ),
			'wp_update_post(): a hidden parent' => static fn( Choice $choice ) => wp_update_post( array( 'ID' => $choice->hidden_parent(), 'post_name' => $choice->slug( 'hidden' ) ) ),
			'wp_update_post(): type'            => static fn( Choice $choice ) => wp_update_post( array( 'ID' => $choice->post( 'event' ), 'post_type' => 'guide' ) ),
			'wp_insert_post(): a new event'     => static fn( Choice $choice ) => wp_insert_post( array( 'post_type' => 'event', 'post_title' => $choice->text( 'Event' ), 'post_status' => 'publish' ) ),
			'wp_insert_post(): a new order'     => static fn( Choice $choice ) => wp_insert_post( array( 'post_type' => 'order', 'post_title' => $choice->text( 'Order' ), 'post_status' => 'publish' ) ),
			'wp_publish_post(): a draft'        => static fn( Choice $choice ) => wp_publish_post( $choice->post( $choice->of( array( 'post', 'page' ) ), array( 'draft' ) ) ),
			'a scheduled post is published'     => static fn( Choice $choice ) => self::publish_scheduled( $choice->post( 'post', array( 'future' ) ) ),
			'wp_trash_post()'                   => static fn( Choice $choice ) => wp_trash_post( $choice->post( $choice->of( array( 'post', 'page', 'event', 'guide' ) ) ) ),
			'wp_untrash_post()'                 => static fn( Choice $choice ) => wp_untrash_post( $choice->post( $choice->of( array( 'post', 'page' ) ), array( 'trash' ) ) ),
			'wp_delete_post()'                  => static fn( Choice $choice ) => wp_delete_post( $choice->post( $choice->of( array( 'post', 'event', 'page' ) ), array( 'publish', 'draft', 'private', 'trash' ) ), true ),
			'stick_post()'                      => static fn( Choice $choice ) => stick_post( $choice->post( 'post' ) ),
			'unstick_post()'                    => static fn( Choice $choice ) => unstick_post( $choice->post( 'post' ) ),
			'set_post_type()'                   => static fn( Choice $choice ) => set_post_type( $choice->post( 'guide' ), 'event' ),
		);
	}

	/** Time has passed until the date of a post. */
	private static function publish_scheduled( int $id ): bool {
		global $wpdb;
		$date = gmdate( 'Y-m-d H:i:s', (int) strtotime( '2026-01-20 08:00:00 UTC' ) + $id );
		$wpdb->update( $wpdb->posts, array( 'post_date' => $date, 'post_date_gmt' => $date ), array( 'ID' => $id ) );
		wp_cache_delete( $id, 'posts' );
		check_and_publish_future_post( $id );
		return true;
	}

	/** @return array<string, Closure> */
	private static function of_meta(): array {
		return array(
			'update_post_meta(): a relationship'                => static fn( Choice $choice ) => update_post_meta( $choice->post( 'post' ), 'related', array( $choice->post( 'post' ), $choice->post( 'event' ) ) ),
			'update_post_meta(): a visible key'                 => static fn( Choice $choice ) => update_post_meta( $choice->post( 'post' ), 'rating', $choice->number( 100, 999 ) ),
			'update_post_meta(): a private key that REST shows' => static fn( Choice $choice ) => update_post_meta( $choice->post( 'event' ), '_EventStartDate', $choice->text( 'moved' ) ),
			'update_post_meta(): likes of a visitor'            => static fn( Choice $choice ) => self::count_up( $choice->post( 'post' ), '_likes' ),
			'update_post_meta(): an order'                      => static fn( Choice $choice ) => update_post_meta( $choice->post( 'order' ), 'total', $choice->number( 1, 99_999 ) ),
			'update_metadata_by_mid()'                          => static function ( Choice $choice ): bool {
				global $wpdb;
				return update_metadata_by_mid( 'post', (int) $choice->of( $wpdb->get_col( "SELECT meta_id FROM {$wpdb->postmeta} WHERE meta_key = 'rating' ORDER BY meta_id" ) ), $choice->number( 1, 999 ) );
			},
			'set_post_thumbnail()'         => static fn( Choice $choice ) => set_post_thumbnail( $choice->post( 'post' ), $choice->file() ),
			'delete_post_thumbnail()'      => static fn( Choice $choice ) => delete_post_thumbnail( $choice->post( 'post' ) ),
			'delete_post_meta_by_key()'    => static fn( Choice $choice ) => delete_post_meta_by_key( $choice->of( array( 'rating', '_EventStartDate', 'related' ) ) ),
			'delete_metadata(): all terms' => static fn(): bool => delete_metadata( 'term', 0, 'color', '', true ),
			'delete_metadata(): all users' => static fn(): bool => delete_metadata( 'user', 0, 'motto', '', true ),
		);
	}

	/** @return array<string, Closure> */
	private static function of_files(): array {
		return array(
			'update_metadata(): alt text' => static fn( Choice $choice ) => update_post_meta( $choice->file(), '_wp_attachment_image_alt', $choice->text( 'Alt' ) ),
			'a file is replaced'          => static fn( Choice $choice ) => self::replace_file( $choice->file(), $choice->slug( 'replaced' ) ),
			'a picture is edited'         => static fn( Choice $choice ) => self::edit_picture( $choice->file(), $choice->number( 2, 90 ) ),
			'wp_delete_attachment()'      => static fn( Choice $choice ) => wp_delete_attachment( $choice->file(), true ),
			'wp_insert_attachment()'      => static fn( Choice $choice ) => wp_insert_attachment( array( 'post_title' => $choice->text( 'Attached' ), 'post_mime_type' => 'image/png', 'post_status' => 'inherit' ), 'attached.png', $choice->post( 'post' ) ),
			'wp_delete_post(): a file'    => static fn( Choice $choice ) => wp_delete_post( $choice->file(), true ),
			'wp_update_post(): a caption' => static fn( Choice $choice ) => wp_update_post( array( 'ID' => $choice->file(), 'post_excerpt' => $choice->text( 'Caption' ) ) ),
		);
	}

	/** Visitors run no command of WP-CLI, where such a key counts. */
	private static function count_up( int $id, string $key ): bool {
		return ! defined( 'WP_CLI' ) && update_post_meta( $id, $key, (int) get_post_meta( $id, $key, true ) + 1 );
	}

	private static function replace_file( int $id, string $name ): bool {
		$file = wp_upload_bits( "$name.png", null, (string) file_get_contents( __DIR__ . '/picture.png' ) );
		update_attached_file( $id, $file['file'] );
		return (bool) wp_update_attachment_metadata( $id, wp_generate_attachment_metadata( $id, $file['file'] ) );
	}

	/** What the image editor of WordPress writes. */
	private static function edit_picture( int $id, int $width ): bool {
		$metadata = wp_get_attachment_metadata( $id ) ?: array();
		update_post_meta( $id, '_wp_attachment_backup_sizes', array( 'full-orig' => $metadata ) );
		return (bool) wp_update_attachment_metadata( $id, array( 'width' => $width, 'height' => $width ) + $metadata );
	}

	/** @return array<string, Closure> */
	private static function of_terms(): array {
		$taxonomies = array( 'category', 'post_tag', 'topic' );
		return array(
			'wp_set_object_terms(): category'           => static fn( Choice $choice ) => wp_set_object_terms( $choice->post( 'post' ), array( $choice->term( 'category' ) ), 'category' ),
			'wp_set_object_terms(): mood'               => static fn( Choice $choice ) => wp_set_object_terms( $choice->post( 'post' ), array( $choice->term( 'mood' ) ), 'mood' ),
			'wp_set_object_terms(): a private taxonomy' => static fn( Choice $choice ) => wp_set_object_terms( $choice->post( 'post' ), array( $choice->term( 'desk' ) ), 'desk' ),
			'wp_set_object_terms(): a draft'            => static fn( Choice $choice ) => wp_set_object_terms( $choice->post( 'post', array( 'draft' ) ), array( $choice->term( 'post_tag' ) ), 'post_tag' ),
			'wp_set_post_tags(): a new tag'             => static fn( Choice $choice ) => wp_set_post_tags( $choice->post( 'post' ), $choice->text( 'Typed' ), true ),
			'wp_set_post_tags(): a new tag of a draft'  => static fn( Choice $choice ) => wp_set_post_tags( $choice->post( 'post', array( 'draft' ) ), $choice->text( 'Typed' ), true ),
			'wp_remove_object_terms()'                  => static function ( Choice $choice ): mixed {
				$id = $choice->post( 'post' );
				return wp_remove_object_terms( $id, wp_get_object_terms( $id, 'post_tag', array( 'fields' => 'ids' ) ), 'post_tag' );
			},
			'wp_insert_term()' => static fn( Choice $choice ) => wp_insert_term( $choice->text( 'Inserted' ), $choice->of( $taxonomies ) ),
			'wp_update_term()' => static function ( Choice $choice ) use ( $taxonomies ): mixed {
				$taxonomy = $choice->of( $taxonomies );
				return wp_update_term( $choice->term( $taxonomy ), $taxonomy, array( 'name' => $choice->text( 'Term' ) ) );
			},
			'wp_update_term(): mood'               => static fn( Choice $choice ) => wp_update_term( $choice->term( 'mood' ), 'mood', array( 'name' => $choice->text( 'Mood' ) ) ),
			'wp_delete_term(): mood'               => static fn( Choice $choice ) => wp_delete_term( $choice->term( 'mood' ), 'mood' ),
			'wp_update_term(): a private taxonomy' => static fn( Choice $choice ) => wp_update_term( $choice->term( 'desk' ), 'desk', array( 'name' => $choice->text( 'Desk' ) ) ),
			'wp_delete_term()'                     => static function ( Choice $choice ) use ( $taxonomies ): mixed {
				$taxonomy = $choice->of( $taxonomies );
				return wp_delete_term( $choice->term( $taxonomy ), $taxonomy );
			},
			'update_term_meta()' => static fn( Choice $choice ) => update_term_meta( $choice->term( 'category' ), 'color', $choice->text( 'blue' ) ),
		);
	}

	/** @return array<string, Closure> */
	private static function of_users_and_comments(): array {
		return array(
			'wp_update_user(): display name'          => static fn( Choice $choice ) => wp_update_user( array( 'ID' => $choice->author(), 'display_name' => $choice->text( 'Display' ) ) ),
			'update_user_meta(): description'         => static fn( Choice $choice ) => update_user_meta( $choice->author(), 'description', $choice->text( 'Bio' ) ),
			'update_user_meta(): a key that is shown' => static fn( Choice $choice ) => update_user_meta( $choice->author(), 'motto', $choice->text( 'Motto' ) ),
			'update_user_meta(): a private key'       => static fn( Choice $choice ) => update_user_meta( $choice->author(), '_basket', $choice->text( 'Basket' ) ),
			'wp_delete_user()'                        => static fn( Choice $choice ) => wp_delete_user( $choice->author() ),
			'wp_delete_user(): reassign'              => static fn( Choice $choice ) => wp_delete_user( $choice->author(), $choice->author() ),
			'wp_insert_comment()'                     => static fn( Choice $choice ) => wp_insert_comment( array( 'comment_post_ID' => $choice->post( 'post' ), 'comment_content' => $choice->text( 'Said' ), 'comment_approved' => 1 ) ),
			'wp_insert_comment(): held'               => static fn( Choice $choice ) => wp_insert_comment( array( 'comment_post_ID' => $choice->post( 'post' ), 'comment_content' => $choice->text( 'Said' ), 'comment_approved' => 0 ) ),
			'wp_update_comment()'                     => static fn( Choice $choice ) => wp_update_comment( array( 'comment_ID' => $choice->comment(), 'comment_content' => $choice->text( 'Updated' ) ) ),
			'update_comment_meta()'                   => static fn( Choice $choice ) => update_comment_meta( $choice->comment(), 'stars', $choice->number( 1, 999 ) ),
			'wp_set_comment_status(): spam'           => static fn( Choice $choice ) => wp_set_comment_status( $choice->comment(), 'spam' ),
			'wp_delete_comment()'                     => static fn( Choice $choice ) => wp_delete_comment( $choice->comment(), true ),
		);
	}

	/** @return array<string, Closure> */
	private static function of_options(): array {
		$structures = array( '/%postname%/', '/%category%/%postname%/', '/%author%/%postname%/', '/%year%/%monthnum%/%postname%/' );
		return array(
			'update_option(): a known option'        => static fn( Choice $choice ) => update_option( $choice->of( array( 'blogname', 'blogdescription' ) ), $choice->text( 'Option' ) ),
			'update_option(): an option of a plugin' => static fn( Choice $choice ) => update_option( 'ticker', $choice->text( 'Ticker' ) ),
			'update_option(): permalinks'            => static fn( Choice $choice ) => self::set_permalinks( $choice->of( $structures ) ),
			'update_option(): page on front'         => static fn( Choice $choice ) => update_option( 'page_on_front', $choice->post( 'page' ) ),
			'update_option(): widgets'               => static fn( Choice $choice ) => update_option( 'widget_block', array( 2 => array( 'content' => $choice->text( 'Widget' ) ) ) + (array) get_option( 'widget_block' ) ),
			'update_option(): base of a type'        => static fn( Choice $choice ) => self::set_base( $choice->slug( 'base' ) ),
			'set_theme_mod(): logo'                  => static fn( Choice $choice ) => set_theme_mod( 'custom_logo', $choice->file() ),
			'wp_set_sidebars_widgets()'              => static fn( Choice $choice ) => wp_set_sidebars_widgets( array( 'main' => array( $choice->widget(), $choice->widget() ) ) + wp_get_sidebars_widgets() ),
			'set_transient()'                        => static fn( Choice $choice ) => set_transient( 'weather', $choice->text( 'Sun' ), 60 ),
			'flush_rewrite_rules()'                  => static fn() => flush_rewrite_rules( false ),
			'a menu item'                            => static fn( Choice $choice ) => wp_update_nav_menu_item( $choice->term( 'nav_menu' ), 0, array( 'menu-item-title' => $choice->text( 'Item' ), 'menu-item-url' => 'https://example.test/', 'menu-item-status' => 'publish' ) ),
		);
	}

	private static function set_permalinks( string $structure ): bool {
		global $wp_rewrite;
		$wp_rewrite->set_permalink_structure( $structure );
		$wp_rewrite->flush_rules( false );
		return true;
	}

	/** Sets the base of the addresses of a type, as the settings of a plugin do. */
	private static function set_base( string $base ): bool {
		update_option( 'guide_base', $base );
		unregister_post_type( 'guide' );
		register_types();
		flush_rewrite_rules( false );
		return true;
	}

	/** What plugins write when a request ends. @return array<string, Closure> */
	private static function of_the_end(): array {
		$at = static fn( int $priority, Closure $write ): Closure => static fn( Choice $choice ) => add_action( 'shutdown', static fn() => $write( $choice ), $priority );
		return array(
			'shutdown 5: meta'             => $at( 5, static fn( Choice $choice ) => update_post_meta( $choice->post( 'post' ), 'rating', $choice->number( 100, 999 ) ) ),
			'shutdown 10: terms'           => $at( 10, static fn( Choice $choice ) => wp_set_object_terms( $choice->post( 'post' ), array( $choice->term( 'category' ) ), 'category' ) ),
			'shutdown 10: a save and meta' => static function ( Choice $choice ): void {
				$id = $choice->post( 'post' );
				wp_update_post( array( 'ID' => $id, 'post_title' => $choice->text( 'Early' ) ) );
				add_action( 'shutdown', static fn() => update_post_meta( $id, 'related', array( $choice->post( 'event' ) ) ) );
			},
			'shutdown 9999: a post'    => $at( 9999, static fn( Choice $choice ) => wp_update_post( array( 'ID' => $choice->post( 'post' ), 'post_title' => $choice->text( 'Late' ) ) ) ),
			'shutdown 9999: an option' => $at( 9999, static fn( Choice $choice ) => update_option( 'blogname', $choice->text( 'Late' ) ) ),
		);
	}

	/** @return array<string, Closure> */
	private static function of_imports(): array {
		return array(
			'import: a post with everything' => static function ( Choice $choice ): void {
				wp_defer_term_counting( true );
				wp_defer_comment_counting( true );
				$id = (int) wp_insert_post( array( 'post_type' => 'post', 'post_title' => $choice->text( 'Imported' ), 'post_status' => 'publish', 'post_date' => sprintf( '2025-12-01 10:%02d:%02d', $choice->number( 0, 59 ), $choice->number( 0, 59 ) ), 'post_author' => $choice->author() ) );
				wp_set_post_terms( $id, array( $choice->term( 'category' ) ), 'category' );
				wp_set_post_terms( $id, $choice->text( 'imported' ), 'post_tag' );
				add_post_meta( $id, 'rating', $choice->number( 1, 9 ) );
				add_post_meta( $id, '_thumbnail_id', $choice->file() );
				wp_insert_comment( array( 'comment_post_ID' => $id, 'comment_content' => $choice->text( 'Imported' ), 'comment_approved' => 1 ) );
				wp_defer_term_counting( false );
				wp_defer_comment_counting( false );
			},
			'import: a term and its meta' => static function ( Choice $choice ): void {
				$term = wp_insert_term( $choice->text( 'Imported' ), 'category' );
				is_array( $term ) && add_term_meta( $term['term_id'], 'color', 'green' );
			},
		);
	}

	/** Other plugins write with SQL and clean the caches. @return array<string, Closure> */
	private static function of_sql(): array {
		$write = static function ( string $table, array $values, array $where, callable $clean ): bool {
			global $wpdb;
			$wpdb->update( $wpdb->$table, $values, $where );
			$clean( array_values( $where )[0] );
			return true;
		};
		return array(
			'SQL and clean_post_cache()'    => static fn( Choice $choice ) => $write( 'posts', array( 'post_title' => $choice->text( 'SQL' ) ), array( 'ID' => $choice->post( 'post' ) ), clean_post_cache( ... ) ),
			'SQL and clean_term_cache()'    => static fn( Choice $choice ) => $write( 'terms', array( 'name' => $choice->text( 'SQL' ) ), array( 'term_id' => $choice->term( 'category' ) ), static fn( int $id ) => clean_term_cache( $id, 'category' ) ),
			'SQL and clean_user_cache()'    => static fn( Choice $choice ) => $write( 'users', array( 'display_name' => $choice->text( 'SQL' ) ), array( 'ID' => $choice->author() ), clean_user_cache( ... ) ),
			'SQL and clean_comment_cache()' => static fn( Choice $choice ) => $write( 'comments', array( 'comment_content' => $choice->text( 'SQL' ) ), array( 'comment_ID' => $choice->comment() ), clean_comment_cache( ... ) ),
		);
	}
}
