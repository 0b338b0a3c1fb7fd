<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Freshness;

/**
 * Kinds of changes that are requests: what the block editor, other screens and other programs send.
 *
 * @phpstan-type Sent array{method: string, path: string, json?: array<string, mixed>, form?: array<string, mixed>, xml?: string, file?: string}
 */
final class Sent_Changes {
	/** @return array<string, callable(Choice): Sent> */
	public static function all(): array {
		return self::of_posts() + self::of_terms() + self::of_users_and_files() + self::of_comments() + self::of_the_site() + self::by_forms();
	}

	/**
	 * @param  array<string, mixed> $json
	 * @return Sent
	 */
	private static function rest( string $method, string $route, array $json = array() ): array {
		return array( 'method' => $method, 'path' => "/wp-json/wp/v2/$route?_locale=user", 'json' => $json );
	}

	/** @return array<string, callable(Choice): Sent> */
	private static function of_posts(): array {
		$post = static fn( array $values ): callable => static fn( Choice $choice ): array => self::rest( 'POST', 'posts/' . $choice->post( 'post' ), array_map( static fn( mixed $value ): mixed => is_callable( $value ) ? $value( $choice ) : $value, $values ) );
		$page = static fn( array $values ): callable => static fn( Choice $choice ): array => self::rest( 'POST', 'pages/' . $choice->post( 'page' ), array_map( static fn( mixed $value ): mixed => is_callable( $value ) ? $value( $choice ) : $value, $values ) );
		$any  = array( 'publish', 'draft', 'private' );
		return array(
			'rest: title of a post'         => $post( array( 'title' => static fn( Choice $choice ): string => $choice->text( 'Title' ) ) ),
			'rest: content of a post'       => $post( array( 'content' => static fn( Choice $choice ): string => "<!-- wp:paragraph --><p>{$choice->text( 'Content' )}</p><!-- /wp:paragraph -->" ) ),
			'rest: excerpt of a post'       => $post( array( 'excerpt' => static fn( Choice $choice ): string => $choice->text( 'Excerpt' ) ) ),
			'rest: slug of a post'          => $post( array( 'slug' => static fn( Choice $choice ): string => sanitize_title( $choice->text( 'slug' ) ) ) ),
			'rest: a post becomes a draft'  => $post( array( 'status' => 'draft' ) ),
			'rest: a post becomes private'  => $post( array( 'status' => 'private' ) ),
			'rest: date of a post'          => $post( array( 'date' => static fn( Choice $choice ): string => sprintf( '2026-01-%02dT08:00:00', $choice->number( 1, 28 ) ) ) ),
			'rest: categories of a post'    => $post( array( 'categories' => static fn( Choice $choice ): array => array( $choice->term( 'category' ) ) ) ),
			'rest: tags of a post'          => $post( array( 'tags' => static fn( Choice $choice ): array => array( $choice->term( 'post_tag' ) ) ) ),
			'rest: moods of a post'         => $post( array( 'mood' => static fn( Choice $choice ): array => array( $choice->term( 'mood' ) ) ) ),
			'rest: featured image'          => $post( array( 'featured_media' => static fn( Choice $choice ): int => $choice->file() ) ),
			'rest: meta of a post'          => $post( array( 'meta' => static fn( Choice $choice ): array => array( 'rating' => $choice->number( 0, 99 ) ) ) ),
			'rest: a post becomes sticky'   => $post( array( 'sticky' => true ) ),
			'rest: a post is not sticky'    => $post( array( 'sticky' => false ) ),
			'rest: author of a post'        => $post( array( 'author' => static fn( Choice $choice ): int => $choice->author() ) ),
			'rest: password of a post'      => $post( array( 'password' => 'open' ) ),
			'rest: a post without a change' => static function ( Choice $choice ): array {
				$id = $choice->post( 'post' );
				return self::rest( 'POST', "posts/$id", array( 'title' => get_post_field( 'post_title', $id ) ) );
			},
			'rest: a draft is published'    => static fn( Choice $choice ): array => self::rest( 'POST', 'posts/' . $choice->post( 'post', array( 'draft', 'private' ) ), array( 'status' => 'publish' ) ),
			'rest: a draft is changed'      => static fn( Choice $choice ): array => self::rest( 'POST', 'posts/' . $choice->post( 'post', array( 'draft' ) ), array( 'title' => $choice->text( 'Draft' ) ) ),
			'rest: a new post'              => static fn( Choice $choice ): array => self::rest( 'POST', 'posts', array( 'title' => $choice->text( 'New' ), 'slug' => 'new-post', 'status' => 'publish', 'categories' => array( $choice->term( 'category' ) ) ) ),
			'rest: a post is trashed'       => static fn( Choice $choice ): array => self::rest( 'DELETE', 'posts/' . $choice->post( 'post', $any ) ),
			'rest: a post is deleted'       => static fn( Choice $choice ): array => self::rest( 'DELETE', 'posts/' . $choice->post( 'post', array( ...$any, 'trash' ) ), array( 'force' => true ) ),
			'rest: title of a page'         => $page( array( 'title' => static fn( Choice $choice ): string => $choice->text( 'Title' ) ) ),
			'rest: slug of a page'          => static fn( Choice $choice ): array => self::rest( 'POST', 'pages/' . $choice->post( 'page', $any ), array( 'slug' => sanitize_title( $choice->text( 'page' ) ) ) ),
			'rest: parent of a page'        => static fn( Choice $choice ): array => self::rest( 'POST', 'pages/' . $choice->post( 'page', $any ), array( 'parent' => $choice->of( array( 0, $choice->post( 'page', $any ) ) ) ) ),
			'rest: order of a page'         => $page( array( 'menu_order' => static fn( Choice $choice ): int => $choice->number( 1, 20 ) ) ),
			'rest: status of a page'        => static fn( Choice $choice ): array => self::rest( 'POST', 'pages/' . $choice->post( 'page', $any ), array( 'status' => $choice->of( $any ) ) ),
			'rest: a page is trashed'       => static fn( Choice $choice ): array => self::rest( 'DELETE', 'pages/' . $choice->post( 'page', $any ) ),
			'rest: a new page'              => static fn( Choice $choice ): array => self::rest( 'POST', 'pages', array( 'title' => $choice->text( 'Page' ), 'status' => 'publish', 'parent' => $choice->post( 'page', $any ) ) ),
			'rest: title of a guide'        => static fn( Choice $choice ): array => self::rest( 'POST', 'guide/' . $choice->post( 'guide' ), array( 'title' => $choice->text( 'Guide' ) ) ),
			'rest: topics of a guide'       => static fn( Choice $choice ): array => self::rest( 'POST', 'guide/' . $choice->post( 'guide' ), array( 'topic' => array( $choice->term( 'topic' ) ) ) ),
			'rest: meta of an event'        => static fn( Choice $choice ): array => self::rest( 'POST', 'event/' . $choice->post( 'event' ), array( 'meta' => array( '_EventStartDate' => $choice->text( 'day' ) ) ) ),
			'rest: title of a snippet'      => static fn( Choice $choice ): array => self::rest( 'POST', 'snippet/' . $choice->post( 'snippet' ), array( 'title' => $choice->text( 'Snippet' ) ) ),
			'rest: content of a pattern'    => static fn( Choice $choice ): array => self::rest( 'POST', 'blocks/' . $choice->post( 'wp_block' ), array( 'content' => "<!-- wp:paragraph --><p>{$choice->text( 'Banner' )}</p><!-- /wp:paragraph -->" ) ),
			'rest: content of a navigation' => static fn( Choice $choice ): array => self::rest( 'POST', 'navigation/' . $choice->post( 'wp_navigation' ), array( 'content' => "<!-- wp:navigation-link {\"label\":\"{$choice->text( 'Link' )}\",\"url\":\"/\"} /-->" ) ),
		);
	}

	/** @return array<string, callable(Choice): Sent> */
	private static function of_terms(): array {
		$category = static fn( string $field, callable $value ): callable => static fn( Choice $choice ): array => self::rest( 'POST', 'categories/' . $choice->term( 'category' ), array( $field => $value( $choice ) ) );
		return array(
			'rest: a new tag'             => static fn( Choice $choice ): array => self::rest( 'POST', 'tags', array( 'name' => $choice->text( 'Tag' ) ) ),
			'rest: name of a category'    => $category( 'name', static fn( Choice $choice ): string => $choice->text( 'Category' ) ),
			'rest: slug of a category'    => $category( 'slug', static fn( Choice $choice ): string => sanitize_title( $choice->text( 'category' ) ) ),
			'rest: description of a term' => $category( 'description', static fn( Choice $choice ): string => $choice->text( 'About' ) ),
			'rest: parent of a category'  => $category( 'parent', static fn( Choice $choice ): int => $choice->of( array( 0, $choice->term( 'category' ) ) ) ),
			'rest: meta of a category'    => $category( 'meta', static fn( Choice $choice ): array => array( 'color' => $choice->text( 'red' ) ) ),
			'rest: a category is deleted' => static fn( Choice $choice ): array => self::rest( 'DELETE', 'categories/' . $choice->term( 'category' ), array( 'force' => true ) ),
			'rest: name of a topic'       => static fn( Choice $choice ): array => self::rest( 'POST', 'topic/' . $choice->term( 'topic' ), array( 'name' => $choice->text( 'Topic' ) ) ),
			'rest: name of a mood'        => static fn( Choice $choice ): array => self::rest( 'POST', 'mood/' . $choice->term( 'mood' ), array( 'name' => $choice->text( 'Mood' ) ) ),
		);
	}

	/** @return array<string, callable(Choice): Sent> */
	private static function of_users_and_files(): array {
		$user = static fn( callable $values ): callable => static fn( Choice $choice ): array => self::rest( 'POST', 'users/' . $choice->author(), $values( $choice ) );
		$file = static fn( string $field ): callable => static fn( Choice $choice ): array => self::rest( 'POST', 'media/' . $choice->file(), array( $field => $choice->text( $field ) ) );
		return array(
			'rest: name of a user'        => $user( static fn( Choice $choice ): array => array( 'name' => $choice->text( 'Name' ) ) ),
			'rest: description of a user' => $user( static fn( Choice $choice ): array => array( 'description' => $choice->text( 'About' ) ) ),
			'rest: slug of a user'        => $user( static fn( Choice $choice ): array => array( 'slug' => sanitize_title( $choice->text( 'user' ) ) ) ),
			'rest: meta of a user'        => $user( static fn( Choice $choice ): array => array( 'meta' => array( 'motto' => $choice->text( 'Motto' ) ) ) ),
			'rest: a new user'            => static fn( Choice $choice ): array => self::rest( 'POST', 'users', array( 'username' => sanitize_title( $choice->text( 'new' ) ), 'email' => sanitize_title( $choice->text( 'new' ) ) . '@example.test', 'password' => 'new password', 'roles' => array( 'author' ) ) ),
			'rest: a user is deleted'     => static fn( Choice $choice ): array => self::rest( 'DELETE', 'users/' . $choice->author(), array( 'force' => true, 'reassign' => 1 ) ),
			'rest: alt text of a file'    => $file( 'alt_text' ),
			'rest: caption of a file'     => $file( 'caption' ),
			'rest: title of a file'       => $file( 'title' ),
			'rest: slug of a file'        => static fn( Choice $choice ): array => self::rest( 'POST', 'media/' . $choice->file(), array( 'slug' => sanitize_title( $choice->text( 'file' ) ) ) ),
			'rest: a file is uploaded'    => static fn( Choice $choice ): array => array( 'method' => 'POST', 'path' => '/wp-json/wp/v2/media', 'file' => sanitize_title( $choice->text( 'upload' ) ) . '.png' ),
			'rest: a file is deleted'     => static fn( Choice $choice ): array => self::rest( 'DELETE', 'media/' . $choice->file(), array( 'force' => true ) ),
		);
	}

	/** @return array<string, callable(Choice): Sent> */
	private static function of_comments(): array {
		return array(
			'rest: a new comment'         => static fn( Choice $choice ): array => self::rest( 'POST', 'comments', array( 'post' => $choice->post( 'post' ), 'content' => $choice->text( 'Comment' ) ) ),
			'rest: text of a comment'     => static fn( Choice $choice ): array => self::rest( 'POST', 'comments/' . $choice->comment(), array( 'content' => $choice->text( 'Changed' ) ) ),
			'rest: a comment is approved' => static fn( Choice $choice ): array => self::rest( 'POST', 'comments/' . $choice->comment( '0' ), array( 'status' => 'approved' ) ),
			'rest: a comment is held'     => static fn( Choice $choice ): array => self::rest( 'POST', 'comments/' . $choice->comment(), array( 'status' => 'hold' ) ),
			'rest: a comment is trashed'  => static fn( Choice $choice ): array => self::rest( 'DELETE', 'comments/' . $choice->comment() ),
		);
	}

	/** @return array<string, callable(Choice): Sent> */
	private static function of_the_site(): array {
		$setting = static fn( string $name, callable $value ): callable => static fn( Choice $choice ): array => self::rest( 'POST', 'settings', array( $name => $value( $choice ) ) );
		return array(
			'rest: title of the site'      => $setting( 'title', static fn( Choice $choice ): string => $choice->text( 'Site' ) ),
			'rest: tagline of the site'    => $setting( 'description', static fn( Choice $choice ): string => $choice->text( 'Tagline' ) ),
			'rest: posts on a page'        => $setting( 'posts_per_page', static fn( Choice $choice ): int => $choice->number( 5, 12 ) ),
			'rest: title of a menu item'   => static fn( Choice $choice ): array => self::rest( 'POST', 'menu-items/' . $choice->post( 'nav_menu_item' ), array( 'title' => $choice->text( 'Item' ) ) ),
			'rest: order of a menu item'   => static fn( Choice $choice ): array => self::rest( 'POST', 'menu-items/' . $choice->post( 'nav_menu_item' ), array( 'menu_order' => $choice->number( 1, 9 ) ) ),
			'rest: a menu item is deleted' => static fn( Choice $choice ): array => self::rest( 'DELETE', 'menu-items/' . $choice->post( 'nav_menu_item' ), array( 'force' => true ) ),
			'rest: a new menu item'        => static fn( Choice $choice ): array => self::rest( 'POST', 'menu-items', array( 'title' => $choice->text( 'Item' ), 'url' => 'https://example.test/new', 'menus' => $choice->term( 'nav_menu' ), 'status' => 'publish', 'menu_order' => 1 ) ),
			'rest: name of a menu'         => static fn( Choice $choice ): array => self::rest( 'POST', 'menus/' . $choice->term( 'nav_menu' ), array( 'name' => $choice->text( 'Menu' ) ) ),
			'rest: location of a menu'     => static fn( Choice $choice ): array => self::rest( 'POST', 'menus/' . $choice->term( 'nav_menu' ), array( 'locations' => array( $choice->of( array( 'main', 'footer' ) ) ) ) ),
		);
	}

	/** @return array<string, callable(Choice): Sent> */
	private static function by_forms(): array {
		return array(
			'classic editor: title' => static function ( Choice $choice ): array {
				$id = $choice->post( $choice->of( array( 'post', 'page', 'guide' ) ) );
				return array(
					'method' => 'POST',
					'path'   => '/wp-admin/post.php',
					'form'   => array( 'action' => 'editpost', 'post_ID' => $id, '_wpnonce' => wp_create_nonce( "update-post_$id" ), 'post_type' => get_post_type( $id ), 'originalaction' => 'editpost', 'original_post_status' => 'publish', 'post_status' => 'publish', 'post_title' => $choice->text( 'Classic' ), 'content' => $choice->text( 'Text' ), 'save' => 'Update' ),
				);
			},
			'quick edit: title and slug' => static function ( Choice $choice ): array {
				$id = $choice->post( 'post' );
				return array(
					'method' => 'POST',
					'path'   => '/wp-admin/admin-ajax.php',
					'form'   => array( 'action' => 'inline-save', '_inline_edit' => wp_create_nonce( 'inlineeditnonce' ), 'post_ID' => $id, 'post_type' => 'post', 'screen' => 'edit-post', 'post_view' => 'list', 'post_title' => $choice->text( 'Quick' ), 'post_name' => sanitize_title( $choice->text( 'quick' ) ), '_status' => 'publish', 'post_author' => get_post_field( 'post_author', $id ), 'mm' => '01', 'jj' => '02', 'aa' => '2026', 'hh' => '10', 'mn' => '00' ),
				);
			},
			'bulk edit: category' => static fn( Choice $choice ): array => array(
				'method' => 'GET',
				'path'   => '/wp-admin/edit.php?' . http_build_query( array( 'action' => 'edit', 'bulk_edit' => 'Update', 'post_type' => 'post', '_wpnonce' => wp_create_nonce( 'bulk-posts' ), 'post' => array( $choice->post( 'post' ), $choice->post( 'post' ) ), 'post_category' => array( $choice->term( 'category' ) ), '_status' => -1, 'post_author' => -1, 'comment_status' => '', 'ping_status' => '', 'sticky' => -1 ) ),
			),
			'list of posts: trash' => static function ( Choice $choice ): array {
				$id = $choice->post( $choice->of( array( 'post', 'page', 'event' ) ) );
				return array( 'method' => 'GET', 'path' => "/wp-admin/post.php?post=$id&action=trash&_wpnonce=" . wp_create_nonce( "trash-post_$id" ) );
			},
			'list of posts: restore' => static function ( Choice $choice ): array {
				$id = $choice->post( $choice->of( array( 'post', 'page' ) ), array( 'trash' ) );
				return array( 'method' => 'GET', 'path' => "/wp-admin/post.php?post=$id&action=untrash&_wpnonce=" . wp_create_nonce( "untrash-post_$id" ) );
			},
			'edit a category' => static function ( Choice $choice ): array {
				$id = $choice->term( 'category' );
				return array( 'method' => 'POST', 'path' => '/wp-admin/edit-tags.php', 'form' => array( 'action' => 'editedtag', 'tag_ID' => $id, 'taxonomy' => 'category', '_wpnonce' => wp_create_nonce( "update-tag_$id" ), 'name' => $choice->text( 'Edited' ), 'slug' => sanitize_title( $choice->text( 'edited' ) ), 'parent' => 0, 'description' => '' ) );
			},
			'edit a user' => static function ( Choice $choice ): array {
				$id   = $choice->author();
				$user = get_userdata( $id );
				return array( 'method' => 'POST', 'path' => "/wp-admin/user-edit.php?user_id=$id", 'form' => array( 'action' => 'update', 'user_id' => $id, '_wpnonce' => wp_create_nonce( "update-user_$id" ), 'email' => $user->user_email ?? '', 'nickname' => 'Nick', 'display_name' => 'Nick', 'first_name' => $choice->text( 'First' ), 'last_name' => '', 'description' => $choice->text( 'Bio' ), 'url' => '', 'role' => 'author' ) );
			},
			'xml-rpc: title of a post' => static fn( Choice $choice ): array => array(
				'method' => 'POST',
				'path'   => '/xmlrpc.php',
				'xml'    => sprintf( '<?xml version="1.0"?><methodCall><methodName>wp.editPost</methodName><params><param><value><int>1</int></value></param><param><value><string>admin</string></value></param><param><value><string>password</string></value></param><param><value><int>%d</int></value></param><param><value><struct><member><name>post_title</name><value><string>%s</string></value></member></struct></value></param></params></methodCall>', $choice->post( 'post' ), $choice->text( 'Remote' ) ),
			),
		);
	}
}

/** Kinds of changes that a plugin makes: in a request of a visitor, by WP-Cron, or in an import. */
final class Called_Changes {
	/** @return array<string, callable(Choice): mixed> */
	public static function all(): array {
		return array(
			'wp_update_post(): title'                           => static fn( Choice $choice ) => wp_update_post( array( 'ID' => $choice->post( $choice->of( array( 'post', 'page', 'guide', 'event', 'snippet' ) ) ), 'post_title' => $choice->text( 'Called' ) ) ),
			'wp_insert_post(): a new event'                     => static fn( Choice $choice ) => wp_insert_post( array( 'post_type' => 'event', 'post_title' => $choice->text( 'Event' ), 'post_status' => 'publish' ) ),
			'wp_insert_post(): a new order'                     => static fn( Choice $choice ) => wp_insert_post( array( 'post_type' => 'order', 'post_title' => $choice->text( 'Order' ), 'post_status' => 'publish' ) ),
			'wp_trash_post()'                                   => static fn( Choice $choice ) => wp_trash_post( $choice->post( $choice->of( array( 'post', 'page', 'event', 'guide' ) ) ) ),
			'wp_delete_post()'                                  => static fn( Choice $choice ) => wp_delete_post( $choice->post( $choice->of( array( 'post', 'event' ) ), array( 'publish', 'trash' ) ), true ),
			'update_post_meta(): a relationship'                => static fn( Choice $choice ) => update_post_meta( $choice->post( 'post' ), 'related', array( $choice->post( 'post' ), $choice->post( 'event' ) ) ),
			'update_post_meta(): a visible key'                 => static fn( Choice $choice ) => update_post_meta( $choice->post( 'post' ), 'rating', $choice->number( 100, 999 ) ),
			'update_post_meta(): a private key that REST shows' => static fn( Choice $choice ) => update_post_meta( $choice->post( 'event' ), '_EventStartDate', $choice->text( 'moved' ) ),
			'update_post_meta(): likes of a visitor'            => static fn( Choice $choice ) => update_post_meta( $choice->post( 'post' ), '_likes', $choice->number( 1, 99_999 ) ),
			'set_post_thumbnail()'                              => static fn( Choice $choice ) => set_post_thumbnail( $choice->post( 'post' ), $choice->file() ),
			'delete_post_thumbnail()'                           => static fn( Choice $choice ) => delete_post_thumbnail( $choice->post( 'post' ) ),
			'delete_post_meta_by_key()'                         => static fn( Choice $choice ) => delete_post_meta_by_key( $choice->of( array( 'rating', '_EventStartDate' ) ) ),
			'update_metadata(): alt text'                       => static fn( Choice $choice ) => update_post_meta( $choice->file(), '_wp_attachment_image_alt', $choice->text( 'Alt' ) ),
			'wp_delete_attachment()'                            => static fn( Choice $choice ) => wp_delete_attachment( $choice->file(), true ),
			'wp_set_object_terms(): category'                   => static fn( Choice $choice ) => wp_set_object_terms( $choice->post( 'post' ), array( $choice->term( 'category' ) ), 'category' ),
			'wp_set_object_terms(): mood'                       => static fn( Choice $choice ) => wp_set_object_terms( $choice->post( 'post' ), array( $choice->term( 'mood' ) ), 'mood' ),
			'wp_set_object_terms(): a private taxonomy'         => static fn( Choice $choice ) => wp_set_object_terms( $choice->post( 'post' ), array( $choice->term( 'desk' ) ), 'desk' ),
			'wp_set_object_terms(): a draft'                    => static fn( Choice $choice ) => wp_set_object_terms( $choice->post( 'post', array( 'draft' ) ), array( $choice->term( 'post_tag' ) ), 'post_tag' ),
			'wp_update_term()'                                  => static function ( Choice $choice ): mixed {
				$taxonomy = $choice->of( array( 'category', 'post_tag', 'topic', 'mood' ) );
				return wp_update_term( $choice->term( $taxonomy ), $taxonomy, array( 'name' => $choice->text( 'Term' ) ) );
			},
			'wp_delete_term()'                       => static fn( Choice $choice ) => wp_delete_term( $choice->term( 'post_tag' ), 'post_tag' ),
			'update_term_meta()'                     => static fn( Choice $choice ) => update_term_meta( $choice->term( 'category' ), 'color', $choice->text( 'blue' ) ),
			'wp_update_user(): display name'         => static fn( Choice $choice ) => wp_update_user( array( 'ID' => $choice->author(), 'display_name' => $choice->text( 'Display' ) ) ),
			'update_user_meta(): description'        => static fn( Choice $choice ) => update_user_meta( $choice->author(), 'description', $choice->text( 'Bio' ) ),
			'wp_insert_comment()'                    => static fn( Choice $choice ) => wp_insert_comment( array( 'comment_post_ID' => $choice->post( 'post' ), 'comment_content' => $choice->text( 'Said' ), 'comment_approved' => 1 ) ),
			'wp_set_comment_status(): spam'          => static fn( Choice $choice ) => wp_set_comment_status( $choice->comment(), 'spam' ),
			'wp_delete_comment()'                    => static fn( Choice $choice ) => wp_delete_comment( $choice->comment(), true ),
			'update_option(): a known option'        => static fn( Choice $choice ) => update_option( $choice->of( array( 'blogname', 'blogdescription' ) ), $choice->text( 'Option' ) ),
			'update_option(): an option of a plugin' => static fn( Choice $choice ) => update_option( 'ticker', $choice->text( 'Ticker' ) ),
			'update_option(): permalinks'            => static fn( Choice $choice ) => self::set_permalinks( $choice->of( array( '/%postname%/', '/%category%/%postname%/', '/%author%/%postname%/', '/%year%/%monthnum%/%postname%/' ) ) ),
			'update_option(): page on front'         => static fn( Choice $choice ) => update_option( 'page_on_front', $choice->post( 'page' ) ),
			'set_transient()'                        => static fn( Choice $choice ) => set_transient( 'weather', $choice->text( 'Sun' ), 60 ),
			'SQL and clean_post_cache()'             => static fn( Choice $choice ) => self::write_title( $choice->post( 'post' ), $choice->text( 'SQL' ) ),
			'SQL and clean_term_cache()'             => static fn( Choice $choice ) => self::write_name( $choice->term( 'category' ), $choice->text( 'SQL' ) ),
			'wp_set_sidebars_widgets()'              => static fn( Choice $choice ) => update_option( 'widget_block', array( 2 => array( 'content' => $choice->text( 'Widget' ) ), '_multiwidget' => 1 ) ),
		);
	}

	private static function set_permalinks( string $structure ): bool {
		global $wp_rewrite;
		$wp_rewrite->set_permalink_structure( $structure );
		$wp_rewrite->flush_rules( false );
		return true;
	}

	private static function write_title( int $id, string $title ): bool {
		global $wpdb;
		$wpdb->update( $wpdb->posts, array( 'post_title' => $title ), array( 'ID' => $id ) );
		clean_post_cache( $id );
		return true;
	}

	private static function write_name( int $id, string $name ): bool {
		global $wpdb;
		$wpdb->update( $wpdb->terms, array( 'name' => $name ), array( 'term_id' => $id ) );
		clean_term_cache( $id, 'category' );
		return true;
	}
}
