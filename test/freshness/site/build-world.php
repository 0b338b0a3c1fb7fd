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

	public static function build(): void {
		require_once ABSPATH . 'wp-admin/includes/image.php';
		$world = new self();
		$world->add_users();
		$world->add_files();
		$world->add_terms();
		$world->add_posts();
		$world->add_pages();
		$world->add_guides_and_events();
		$world->add_menus();
		update_option( 'ticker', 'Calm' );
		update_option( 'sticky_posts', array() );
	}

	private function add_users(): void {
		foreach ( array( 'ada', 'bo', 'cy' ) as $login ) {
			$this->users[] = (int) wp_insert_user(
				array(
					'user_login'   => $login,
					'user_pass'    => wp_generate_password(),
					'user_email'   => "$login@example.test",
					'display_name' => ucfirst( $login ),
					'description'  => "About $login",
					'role'         => 'author',
				),
			);
		}
	}

	private function add_files(): void {
		foreach ( array( 'sun', 'moon', 'sea' ) as $name ) {
			$file = wp_upload_bits( "$name.png", null, (string) file_get_contents( __DIR__ . '/picture.png' ) );
			$id   = (int) wp_insert_attachment( array( 'post_title' => $name, 'post_mime_type' => 'image/png', 'post_status' => 'inherit' ), $file['file'] );
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
			'post_date'    => '2026-01-01 12:00:00',
		);
		return (int) wp_insert_post( wp_slash( $post + $defaults ), true );
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
			foreach ( range( 1, $number % 3 ) as $comment ) {
				wp_insert_comment( array( 'comment_post_ID' => $id, 'comment_author' => "Reader $comment", 'comment_content' => "Comment $comment on $number", 'comment_approved' => 0 === $comment % 3 ? 0 : 1 ) );
			}
			$last = $id;
		}
		$this->add( 'post', 'Draft post', array( 'post_status' => 'draft' ) );
		$this->add( 'post', 'Private post', array( 'post_status' => 'private' ) );
		$this->add( 'post', 'Secret post', array( 'post_password' => 'open' ) );
		$this->add( 'post', 'Latest in a post', array( 'post_content' => '<!-- wp:latest-posts {"postsToShow":2} /-->' ) );
	}

	private function add_pages(): void {
		$parent = $this->add( 'page', 'About' );
		$child  = $this->add( 'page', 'Team', array( 'post_parent' => $parent ) );
		$this->add( 'page', 'History', array( 'post_parent' => $child ) );
		foreach ( array( 'draft', 'private', 'publish' ) as $status ) {
			$this->add( 'page', "Child of $status", array( 'post_parent' => $this->add( 'page', "Parent $status", array( 'post_status' => $status ) ) ) );
		}
		$pattern = $this->add( 'wp_block', 'Banner', array( 'post_content' => '<!-- wp:paragraph --><p>Banner.</p><!-- /wp:paragraph -->' ) );
		$this->add( 'page', 'With a pattern', array( 'post_content' => "<!-- wp:block {\"ref\":$pattern} /-->" ) );
		$this->add( 'page', 'With a shortcode', array( 'post_content' => '[latest_titles] [tagline]' ) );
		$this->add( 'page', 'Archives', array( 'post_content' => '<!-- wp:archives {"showPostCounts":true} /--><!-- wp:calendar /--><!-- wp:tag-cloud /-->' ) );
		$this->add( 'page', 'Site', array( 'post_content' => '<!-- wp:site-title /--><!-- wp:site-tagline /--><!-- wp:loginout /-->' ) );
		$front = $this->add( 'page', 'Front', array( 'post_content' => self::DYNAMIC_BLOCKS ) );
		update_option( 'page_on_front', $front );
		update_option( 'page_for_posts', $this->add( 'page', 'Blog' ) );
		update_option( 'show_on_front', 'page' );
		$this->add( 'wp_navigation', 'Navigation', array( 'post_content' => "<!-- wp:navigation-link {\"label\":\"About\",\"type\":\"page\",\"id\":$parent,\"url\":\"/about/\"} /--><!-- wp:page-list /-->" ) );
	}

	private function add_guides_and_events(): void {
		$city = $this->add( 'guide', 'City guide' );
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
	}
}
