<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Freshness;

/** Creates the objects of the world. Their ids are the same in each new WordPress. */
final class World_Builder {
	private const DYNAMIC_BLOCKS = <<<'HTML'
		<!-- wp:latest-posts {"postsToShow":3} /-->
		<!-- wp:query {"queryId":1,"query":{"perPage":3,"postType":"guide","inherit":false}} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --></div><!-- /wp:query -->
		<!-- wp:categories {"showPostCounts":true} /-->
		<!-- wp:page-list /-->
		<!-- wp:latest-comments /-->
		HTML;

	/** @var list<int> */
	private array $users = array();

	/** @var list<int> */
	private array $files = array();

	/** @var list<int> */
	private array $categories = array();

	private int $dated = 0;

	/** A world has one of these permalinks. */
	private const STRUCTURES = array( '/%postname%/', '/%category%/%postname%/', '/%year%/%monthnum%/%day%/%postname%/', '/%author%/%postname%/', '/archives/%post_id%/', '/%hour%%minute%%second%/%postname%/' );

	public static function build( int $number ): void {
		global $wp_rewrite, $wpdb;
		require_once ABSPATH . 'wp-admin/includes/image.php';
		$wp_rewrite->set_permalink_structure( self::STRUCTURES[ $number % count( self::STRUCTURES ) ] );
		$wp_rewrite->flush_rules( false );
		$world = new self();
		$world->add_users();
		$world->add_files();
		$world->add_terms();
		$world->add_posts();
		$world->add_pages();
		$world->add_guides_and_events();
		$world->add_menus();
		$world->add_widgets();
		// Posts of one second have no order when they are sorted by it.
		$wpdb->query( "UPDATE {$wpdb->posts} SET post_modified = post_date, post_modified_gmt = post_date_gmt" );
		update_option( 'ticker', 'Calm' );
		update_option( 'sticky_posts', array() );
	}

	private function add_users(): void {
		foreach ( array( 'ada', 'bo', 'cy' ) as $login ) {
			$id = (int) wp_insert_user(
				array(
					'user_login'   => $login,
					'user_pass'    => wp_generate_password(),
					'user_email'   => "$login@example.test",
					'display_name' => ucfirst( $login ),
					'description'  => "About $login",
					'role'         => 'author',
				),
			);
			update_user_meta( $id, 'motto', "Motto of $login" );
			$this->users[] = $id;
		}
	}

	private function add_files(): void {
		foreach ( array( 'sun', 'moon', 'sea' ) as $name ) {
			$file = wp_upload_bits( "$name.png", null, (string) file_get_contents( __DIR__ . '/picture.png' ) );
			$id   = (int) wp_insert_attachment( array( 'post_title' => $name, 'post_mime_type' => 'image/png', 'post_status' => 'inherit', 'post_date' => $this->next_date() ), $file['file'] );
			wp_update_attachment_metadata( $id, wp_generate_attachment_metadata( $id, $file['file'] ) );
			update_post_meta( $id, '_wp_attachment_image_alt', "The $name" );
			$this->files[] = $id;
		}
	}

	private function add_terms(): void {
		foreach ( array( 'News', 'Sport', 'Art' ) as $name ) {
			$this->categories[] = (int) wp_insert_term( $name, 'category' )['term_id'];
		}
		wp_insert_term( 'Football', 'category', array( 'parent' => $this->categories[1] ) );
		foreach ( array( 'post_tag' => 'red blue', 'topic' => 'cities rivers', 'mood' => 'happy sad', 'desk' => 'north south' ) as $taxonomy => $names ) {
			array_map( static fn( string $name ) => wp_insert_term( $name, $taxonomy ), explode( ' ', $names ) );
		}
		update_term_meta( $this->categories[0], 'color', 'red' );
	}

	/** @param array<string, mixed> $post */
	private function add( string $type, string $title, array $post = array() ): int {
		$defaults = array(
			'post_type'    => $type,
			'post_title'   => $title,
			'post_name'    => sanitize_title( $title ),
			'post_content' => "<!-- wp:paragraph --><p>About $title.</p><!-- /wp:paragraph -->",
			'post_status'  => 'publish',
			'post_author'  => $this->users[ crc32( $title ) % count( $this->users ) ],
			'post_date'    => $this->next_date(),
		);
		return (int) wp_insert_post( wp_slash( $post + $defaults ), true );
	}

	/** Databases return posts of the same date in any order. */
	private function next_date(): string {
		return gmdate( 'Y-m-d H:i:s', (int) strtotime( '2026-01-01 12:00:00 UTC' ) + ++$this->dated );
	}

	private function add_posts(): void {
		$last = 0;
		foreach ( range( 1, 14 ) as $number ) {
			$id = $this->add(
				'post',
				"Post $number",
				array(
					'post_date'     => sprintf( '2026-01-%02d 12:00:00', $number ),
					'post_category' => array( $this->categories[ $number % 3 ] ),
					'tags_input'    => array( 0 === $number % 2 ? 'red' : 'blue' ),
					'meta_input'    => array( 'rating' => $number % 5, '_thumbnail_id' => $this->files[ $number % 3 ], 'related' => array( $last ) ),
				),
			);
			wp_set_object_terms( $id, 0 === $number % 3 ? 'happy' : 'sad', 'mood' );
			wp_set_object_terms( $id, 'north', 'desk' );
			$this->add_comments( $id, $number );
			$last = $id;
		}
		$this->add( 'post', 'Draft post', array( 'post_status' => 'draft' ) );
		$this->add( 'post', 'Private post', array( 'post_status' => 'private' ) );
		$this->add( 'post', 'Secret post', array( 'post_password' => 'open' ) );
		$this->add( 'post', 'Latest in a post', array( 'post_content' => '<!-- wp:latest-posts {"postsToShow":2} /-->' ) );
	}

	private function add_comments( int $post, int $number ): void {
		$parent = 0;
		foreach ( range( 1, 1 + $number % 3 ) as $comment ) {
			$parent = (int) wp_insert_comment( array( 'comment_post_ID' => $post, 'comment_parent' => 2 === $comment ? $parent : 0, 'comment_author' => "Reader $comment", 'comment_content' => "Comment $comment on $number", 'comment_approved' => 3 === $comment ? 0 : 1, 'comment_date' => sprintf( '2026-02-%02d 10:0%d:00', $number, $comment ) ) );
		}
	}

	private function add_pages(): void {
		$parent = $this->add( 'page', 'About' );
		$child  = $this->add( 'page', 'Team', array( 'post_parent' => $parent ) );
		$this->add( 'page', 'History', array( 'post_parent' => $child ) );
		foreach ( array( 'draft', 'private', 'publish', 'trash' ) as $status ) {
			$hidden = $this->add( 'page', "Parent $status", array( 'post_status' => 'trash' === $status ? 'publish' : $status ) );
			$this->add( 'page', "Grandchild of $status", array( 'post_parent' => $this->add( 'page', "Child of $status", array( 'post_parent' => $hidden ) ) ) );
			if ( 'trash' === $status ) {
				wp_trash_post( $hidden );
			}
		}
		$pattern = $this->add( 'wp_block', 'Banner', array( 'post_content' => '<!-- wp:paragraph --><p>Banner.</p><!-- /wp:paragraph -->' ) );
		$this->add( 'page', 'With a pattern', array( 'post_content' => "<!-- wp:block {\"ref\":$pattern} /-->" ) );
		$this->add( 'page', 'With a shortcode', array( 'post_content' => '[latest_titles] [tagline]' ) );
		$this->add( 'page', 'Archives', array( 'post_content' => '<!-- wp:archives {"showPostCounts":true} /--><!-- wp:calendar /--><!-- wp:tag-cloud /-->' ) );
		$this->add( 'page', 'Site', array( 'post_content' => '<!-- wp:site-title /--><!-- wp:site-tagline /--><!-- wp:site-logo /--><!-- wp:loginout /-->' ) );
		$this->add( 'page', 'With a registered pattern', array( 'post_content' => '<!-- wp:pattern {"slug":"world/latest"} /-->' ) );
		$this->add( 'page', 'With a template part', array( 'post_content' => sprintf( '<!-- wp:template-part {"slug":"notice","theme":"%s"} /-->', get_stylesheet() ) ) );
		$this->add( 'page', 'With blocks of a post', array( 'post_content' => '<!-- wp:post-author-name /--><!-- wp:post-date /--><!-- wp:post-featured-image /--><!-- wp:avatar {"userId":2} /-->' ) );
		// Older than the others, so that only this answer has an unknown block.
		$this->add( 'page', 'With a block of a plugin', array( 'post_parent' => $child, 'post_date' => '2025-01-01 12:00:00', 'post_content' => '<!-- wp:world/weather /-->' ) );
		$part = $this->add( 'wp_template_part', 'Notice', array( 'post_content' => '<!-- wp:paragraph --><p>Notice.</p><!-- /wp:paragraph --><!-- wp:latest-posts {"postsToShow":1} /-->' ) );
		wp_set_object_terms( $part, get_stylesheet(), 'wp_theme' );
		wp_set_object_terms( $part, 'uncategorized', 'wp_template_part_area' );
		$front = $this->add( 'page', 'Front', array( 'post_content' => self::DYNAMIC_BLOCKS ) );
		update_option( 'page_on_front', $front );
		update_option( 'page_for_posts', $this->add( 'page', 'Blog' ) );
		update_option( 'show_on_front', 'page' );
		$navigation = $this->add( 'wp_navigation', 'Navigation', array( 'post_content' => "<!-- wp:navigation-link {\"label\":\"About\",\"type\":\"page\",\"id\":$parent,\"url\":\"/about/\"} /--><!-- wp:page-list /-->" ) );
		$this->add( 'page', 'With a navigation', array( 'post_content' => "<!-- wp:navigation {\"ref\":$navigation} /-->" ) );
	}

	private function add_guides_and_events(): void {
		$city = $this->add( 'guide', 'City guide', array( 'meta_input' => array( 'picture' => $this->files[0] ) ) );
		wp_set_object_terms( $city, 'cities', 'topic' );
		wp_set_object_terms( $this->add( 'guide', 'Museum guide', array( 'post_parent' => $city ) ), array( 'cities', 'rivers' ), 'topic' );
		foreach ( range( 1, 4 ) as $number ) {
			$this->add( 'event', "Event $number", array( 'meta_input' => array( '_EventStartDate' => "2026-02-0$number" ) ) );
			$this->add( 'snippet', "Snippet $number" );
			$this->add( 'order', "Order $number" );
		}
	}

	private function add_menus(): void {
		$menu  = (int) wp_create_nav_menu( 'Main' );
		$page  = (int) get_page_by_path( 'about' )?->ID;
		$post  = (int) get_page_by_path( 'post-1', OBJECT, 'post' )?->ID;
		$items = array(
			array( 'menu-item-type' => 'post_type', 'menu-item-object' => 'page', 'menu-item-object-id' => $page ),
			array( 'menu-item-type' => 'post_type', 'menu-item-object' => 'post', 'menu-item-object-id' => $post ),
			array( 'menu-item-type' => 'taxonomy', 'menu-item-object' => 'category', 'menu-item-object-id' => $this->categories[0] ),
			array( 'menu-item-type' => 'custom', 'menu-item-title' => 'Elsewhere', 'menu-item-url' => 'https://example.test/' ),
		);
		foreach ( $items as $item ) {
			wp_update_nav_menu_item( $menu, 0, $item + array( 'menu-item-status' => 'publish' ) );
		}
		set_theme_mod( 'nav_menu_locations', array( 'main' => $menu ) );
		update_option( 'widget_nav_menu', array( 2 => array( 'title' => 'Menu', 'nav_menu' => $menu ), '_multiwidget' => 1 ) );
	}

	private function add_widgets(): void {
		update_option( 'widget_text', array( 2 => array( 'title' => 'Text', 'text' => 'A text.' ), '_multiwidget' => 1 ) );
		update_option( 'widget_recent-posts', array( 2 => array( 'title' => 'Recent', 'number' => 3 ), '_multiwidget' => 1 ) );
		update_option( 'widget_recent-comments', array( 2 => array( 'title' => 'Comments', 'number' => 3 ), '_multiwidget' => 1 ) );
		update_option( 'widget_block', array( 2 => array( 'content' => '<!-- wp:paragraph --><p>Block.</p><!-- /wp:paragraph -->' ), 3 => array( 'content' => '<!-- wp:latest-posts {"postsToShow":2} /-->' ), '_multiwidget' => 1 ) );
		wp_set_sidebars_widgets( array( 'main' => array( 'block-2', 'block-3', 'text-2', 'recent-posts-2', 'recent-comments-2', 'nav_menu-2' ), 'wp_inactive_widgets' => array() ) );
	}
}
