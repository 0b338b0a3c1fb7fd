<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Freshness;

use Closure;

/**
 * Kinds of changes that are requests of the screens of wp-admin, of a visitor's comment form and of XML-RPC.
 *
 * @phpstan-import-type Sent from Rest_Changes
 */
final class Screen_Changes {
	private const STRUCTURES = array( '/%postname%/', '/%category%/%postname%/', '/%author%/%postname%/', '/%year%/%monthnum%/%day%/%postname%/', '/archives/%post_id%/' );

	/** @return array<string, Closure(Choice): Sent> */
	public static function all(): array {
		return self::of_posts() + self::of_lists() + self::of_terms() + self::of_users() + self::of_files() + self::of_comments() + self::of_menus() + self::of_settings() + self::of_xml_rpc();
	}

	/**
	 * @param  array<string, mixed> $form
	 * @return Sent
	 */
	private static function form( string $path, array $form ): array {
		return array( 'method' => 'POST', 'path' => $path, 'form' => http_build_query( $form ) );
	}

	/**
	 * @param  array<string, mixed> $query
	 * @return Sent
	 */
	private static function link( string $path, array $query ): array {
		return array( 'method' => 'GET', 'path' => "/wp-admin/$path?" . http_build_query( $query ) );
	}

	/**
	 * @param  array<string, mixed> $form
	 * @return Sent
	 */
	private static function ajax( string $action, array $form ): array {
		return self::form( '/wp-admin/admin-ajax.php', array( 'action' => $action ) + $form );
	}

	/**
	 * @param  array<string, mixed> $more
	 * @return Sent
	 */
	private static function edit_post( int $id, array $more ): array {
		return self::form( '/wp-admin/post.php', $more + array( 'action' => 'editpost', 'post_ID' => $id, '_wpnonce' => wp_create_nonce( "update-post_$id" ), 'post_type' => get_post_type( $id ), 'originalaction' => 'editpost', 'original_post_status' => get_post_status( $id ), 'save' => 'Update' ) );
	}

	/** @return array<string, Closure> */
	private static function of_posts(): array {
		return array(
			'classic editor: title'     => static fn( Choice $choice ): array => self::edit_post( $choice->post( $choice->of( array( 'post', 'page', 'guide' ) ) ), array( 'post_status' => 'publish', 'post_title' => $choice->text( 'Classic' ), 'content' => $choice->text( 'Text' ) ) ),
			'classic editor: publishes' => static fn( Choice $choice ): array => self::edit_post( $choice->post( $choice->of( array( 'post', 'page' ) ), array( 'draft' ) ), array( 'publish' => 'Publish', 'post_title' => $choice->text( 'Published' ), 'content' => $choice->text( 'Text' ) ) ),
			'classic editor: a field'   => static fn( Choice $choice ): array => self::edit_post( $choice->post( 'post' ), array( 'post_status' => 'publish', 'metakeyinput' => 'color', 'metavalue' => $choice->text( 'red' ), 'metakeyselect' => '#NONE#' ) ),
			'ajax: a field'             => static fn( Choice $choice ): array => self::ajax( 'add-meta', array( 'post_id' => $choice->post( 'post' ), '_ajax_nonce-add-meta' => wp_create_nonce( 'add-meta' ), 'metakeyinput' => 'rating', 'metavalue' => $choice->number( 1, 99 ), 'metakeyselect' => '#NONE#' ) ),
			'ajax: featured image'      => static function ( Choice $choice ): array {
				$id = $choice->post( 'post' );
				return self::ajax( 'set-post-thumbnail', array( 'post_id' => $id, 'thumbnail_id' => $choice->file(), '_ajax_nonce' => wp_create_nonce( "set_post_thumbnail-$id" ) ) );
			},
		);
	}

	/** @return array<string, Closure> */
	private static function of_lists(): array {
		$bulk   = static fn( array $values ): Closure => static fn( Choice $choice ): array => self::link( 'edit.php', array_map( static fn( mixed $value ): mixed => $value instanceof Closure ? $value( $choice ) : $value, $values ) + array( 'action' => 'edit', 'bulk_edit' => 'Update', 'post_type' => 'post', '_wpnonce' => wp_create_nonce( 'bulk-posts' ), 'post' => array( $choice->post( 'post' ), $choice->post( 'post' ) ), '_status' => -1, 'post_author' => -1, 'comment_status' => '', 'ping_status' => '', 'sticky' => -1 ) );
		$action = static fn( string $action, array $types, array $statuses ): Closure => static function ( Choice $choice ) use ( $action, $types, $statuses ): array {
			$id = $choice->post( $choice->of( $types ), $statuses );
			return self::link( 'post.php', array( 'post' => $id, 'action' => $action, '_wpnonce' => wp_create_nonce( "$action-post_$id" ) ) );
		};
		return array(
			'quick edit: title and slug' => static function ( Choice $choice ): array {
				$id = $choice->post( 'post' );
				return self::ajax( 'inline-save', array( '_inline_edit' => wp_create_nonce( 'inlineeditnonce' ), 'post_ID' => $id, 'post_type' => 'post', 'screen' => 'edit-post', 'post_view' => 'list', 'post_title' => $choice->text( 'Quick' ), 'post_name' => $choice->slug( 'quick' ), '_status' => 'publish', 'post_author' => get_post_field( 'post_author', $id ), 'mm' => '01', 'jj' => '02', 'aa' => '2026', 'hh' => '10', 'mn' => '00' ) );
			},
			'quick edit: a page moves' => static function ( Choice $choice ): array {
				$id = $choice->post( 'page', array( 'publish', 'draft', 'private' ) );
				return self::ajax( 'inline-save', array( '_inline_edit' => wp_create_nonce( 'inlineeditnonce' ), 'post_ID' => $id, 'post_type' => 'page', 'screen' => 'edit-page', 'post_view' => 'list', 'post_title' => get_the_title( $id ), 'post_name' => get_post_field( 'post_name', $id ), 'post_parent' => $choice->of( array( 0, $choice->post( 'page' ) ) ), '_status' => get_post_status( $id ), 'post_author' => get_post_field( 'post_author', $id ), 'mm' => '01', 'jj' => '01', 'aa' => '2026', 'hh' => '12', 'mn' => '00' ) );
			},
			'bulk edit: category'        => $bulk( array( 'post_category' => static fn( Choice $choice ): array => array( $choice->term( 'category' ) ) ) ),
			'bulk edit: author'          => $bulk( array( 'post_author' => static fn( Choice $choice ): int => $choice->author() ) ),
			'bulk edit: sticky'          => $bulk( array( 'sticky' => static fn( Choice $choice ): string => $choice->of( array( 'sticky', 'unsticky' ) ) ) ),
			'bulk edit: status'          => $bulk( array( '_status' => static fn( Choice $choice ): string => $choice->of( array( 'draft', 'private', 'pending' ) ) ) ),
			'bulk action: trash'         => static fn( Choice $choice ): array => self::link( 'edit.php', array( 'action' => 'trash', 'post_type' => 'post', '_wpnonce' => wp_create_nonce( 'bulk-posts' ), 'post' => array( $choice->post( 'post' ), $choice->post( 'post' ) ) ) ),
			'list of posts: trash'       => $action( 'trash', array( 'post', 'page', 'event' ), array( 'publish', 'draft', 'private' ) ),
			'list of posts: restore'     => $action( 'untrash', array( 'post', 'page' ), array( 'trash' ) ),
			'list of posts: delete'      => $action( 'delete', array( 'post', 'page' ), array( 'trash' ) ),
			'list of posts: empty trash' => static fn( Choice $choice ): array => self::link( 'edit.php', array( 'delete_all' => 'Empty', 'post_status' => 'trash', 'post_type' => $choice->of( array( 'post', 'page' ) ), '_wpnonce' => wp_create_nonce( 'bulk-posts' ) ) ),
		);
	}

	/** @return array<string, Closure> */
	private static function of_terms(): array {
		return array(
			'edit a category' => static function ( Choice $choice ): array {
				$id = $choice->term( 'category' );
				return self::form( '/wp-admin/edit-tags.php', array( 'action' => 'editedtag', 'tag_ID' => $id, 'taxonomy' => 'category', '_wpnonce' => wp_create_nonce( "update-tag_$id" ), 'name' => $choice->text( 'Edited' ), 'slug' => $choice->slug( 'edited' ), 'parent' => 0, 'description' => '' ) );
			},
			'ajax: a new category' => static fn( Choice $choice ): array => self::ajax( 'add-tag', array( 'taxonomy' => 'category', 'screen' => 'edit-category', 'post_type' => 'post', '_wpnonce_add-tag' => wp_create_nonce( 'add-tag' ), 'tag-name' => $choice->text( 'Added' ), 'slug' => '', 'parent' => -1, 'description' => '' ) ),
			'ajax: a tag deleted'  => static function ( Choice $choice ): array {
				$id = $choice->term( 'post_tag' );
				return self::ajax( 'delete-tag', array( 'tag_ID' => $id, 'taxonomy' => 'post_tag', '_wpnonce' => wp_create_nonce( "delete-tag_$id" ) ) );
			},
			'quick edit: a term' => static function ( Choice $choice ): array {
				$taxonomy = $choice->of( array( 'category', 'post_tag', 'topic' ) );
				return self::ajax( 'inline-save-tax', array( '_inline_edit' => wp_create_nonce( 'taxinlineeditnonce' ), 'tax_type' => 'tag', 'taxonomy' => $taxonomy, 'tax_ID' => $choice->term( $taxonomy ), 'name' => $choice->text( 'Quick' ), 'slug' => $choice->slug( 'quick' ) ) );
			},
		);
	}

	/** @return array<string, Closure> */
	private static function of_users(): array {
		return array(
			'edit a user' => static function ( Choice $choice ): array {
				$id = $choice->author();
				return self::form( "/wp-admin/user-edit.php?user_id=$id", array( 'action' => 'update', 'user_id' => $id, '_wpnonce' => wp_create_nonce( "update-user_$id" ), 'email' => get_userdata( $id )->user_email ?? '', 'nickname' => 'Nick', 'display_name' => 'Nick', 'first_name' => $choice->text( 'First' ), 'last_name' => '', 'description' => $choice->text( 'Bio' ), 'url' => '', 'role' => 'author' ) );
			},
			'edit my profile' => static function ( Choice $choice ): array {
				$id = get_current_user_id();
				return self::form( '/wp-admin/profile.php', array( 'action' => 'update', 'user_id' => $id, '_wpnonce' => wp_create_nonce( "update-user_$id" ), 'email' => get_userdata( $id )->user_email ?? '', 'nickname' => $choice->text( 'Admin' ), 'display_name' => $choice->text( 'Admin' ), 'first_name' => '', 'last_name' => '', 'description' => $choice->text( 'Bio' ), 'url' => '' ) );
			},
			'delete a user'           => static fn( Choice $choice ): array => self::delete_user( $choice->author(), 'delete' ),
			'delete a user, reassign' => static fn( Choice $choice ): array => self::delete_user( $choice->author(), 'reassign' ),
		);
	}

	/** @return Sent */
	private static function delete_user( int $id, string $option ): array {
		return self::form( '/wp-admin/users.php', array( 'action' => 'dodelete', 'users' => array( $id ), 'delete_option' => array( $id => $option ), 'reassign_user' => array( $id => get_current_user_id() ), '_wpnonce' => wp_create_nonce( 'delete-users' ) ) );
	}

	/** @return array<string, Closure> */
	private static function of_files(): array {
		return array(
			'edit a file'           => static fn( Choice $choice ): array => self::edit_post( $choice->file(), array( 'post_title' => $choice->text( 'File' ), 'excerpt' => $choice->text( 'Caption' ), 'content' => '', '_wp_attachment_image_alt' => $choice->text( 'Alt' ) ) ),
			'media library: a file' => static function ( Choice $choice ): array {
				$id = $choice->file();
				return self::ajax( 'save-attachment', array( 'id' => $id, 'nonce' => wp_create_nonce( "update-post_$id" ), 'changes' => array( $choice->of( array( 'alt', 'title', 'caption', 'description' ) ) => $choice->text( 'Library' ) ) ) );
			},
			'ajax: a file deleted' => static function ( Choice $choice ): array {
				$id = $choice->file();
				return self::ajax( 'delete-post', array( 'id' => $id, '_wpnonce' => wp_create_nonce( "delete-post_$id" ) ) );
			},
		);
	}

	/** @return array<string, Closure> */
	private static function of_comments(): array {
		$dim = static fn( string $from, string $to ): Closure => static function ( Choice $choice ) use ( $from, $to ): array {
			$id = $choice->comment( $from );
			return self::ajax( 'dim-comment', array( 'id' => $id, 'new' => $to, 'dimClass' => 'unapproved', '_ajax_nonce' => wp_create_nonce( "approve-comment_$id" ) ) );
		};
		return array(
			'comments: approve'   => $dim( '0', 'approved' ),
			'comments: unapprove' => $dim( '1', 'unapproved' ),
			'comments: trash'     => static function ( Choice $choice ): array {
				$id = $choice->comment();
				return self::ajax( 'delete-comment', array( 'id' => $id, 'trash' => 1, '_ajax_nonce' => wp_create_nonce( "delete-comment_$id" ) ) );
			},
			'comments: bulk spam'    => static fn( Choice $choice ): array => self::link( 'edit-comments.php', array( 'action' => 'spam', 'delete_comments' => array( $choice->comment(), $choice->comment() ), '_wpnonce' => wp_create_nonce( 'bulk-comments' ) ) ),
			'comments: bulk restore' => static fn( Choice $choice ): array => self::link( 'edit-comments.php', array( 'action' => 'unspam', 'delete_comments' => array( $choice->comment( 'spam' ) ), '_wpnonce' => wp_create_nonce( 'bulk-comments' ) ) ),
			'comments: edit'         => static function ( Choice $choice ): array {
				$id      = $choice->comment();
				$comment = get_comment( $id );
				return self::form( '/wp-admin/comment.php', array( 'action' => 'editedcomment', 'comment_ID' => $id, 'comment_post_ID' => $comment?->comment_post_ID, '_wpnonce' => wp_create_nonce( "update-comment_$id" ), 'newcomment_author' => $comment?->comment_author, 'newcomment_author_email' => '', 'newcomment_author_url' => '', 'content' => $choice->text( 'Edited' ), 'comment_status' => '1' ) );
			},
			'comments: reply' => static function ( Choice $choice ): array {
				$parent = $choice->comment();
				return self::ajax( 'replyto-comment', array( 'comment_ID' => $parent, 'comment_post_ID' => get_comment( $parent )?->comment_post_ID, 'content' => $choice->text( 'Reply' ), 'position' => -1, 'mode' => 'detail', '_ajax_nonce-replyto-comment' => wp_create_nonce( 'replyto-comment' ) ) );
			},
			'a visitor comments' => static fn( Choice $choice ): array => array( 'visitor' => true ) + self::form( '/wp-comments-post.php', array( 'comment_post_ID' => $choice->post( 'post' ), 'author' => 'Visitor', 'email' => 'visitor@example.test', 'comment' => $choice->text( 'I say' ) ) ),
			'a user comments'    => static fn( Choice $choice ): array => self::form( '/wp-comments-post.php', array( 'comment_post_ID' => $choice->post( 'post' ), 'comment' => $choice->text( 'We say' ) ) ),
		);
	}

	/** @return array<string, Closure> */
	private static function of_menus(): array {
		return array(
			'menus: save' => static function ( Choice $choice ): array {
				$menu = $choice->term( 'nav_menu' );
				$form = array( 'action' => 'update', 'menu' => $menu, 'update-nav-menu-nonce' => wp_create_nonce( 'update-nav_menu' ), 'menu-name' => $choice->text( 'Menu' ) );
				foreach ( wp_get_nav_menu_items( $menu ) ?: array() as $position => $item ) {
					$form['menu-item-db-id'][ $item->ID ]     = $item->ID;
					$form['menu-item-object-id'][ $item->ID ] = $item->object_id;
					$form['menu-item-object'][ $item->ID ]    = $item->object;
					$form['menu-item-parent-id'][ $item->ID ] = 0;
					$form['menu-item-type'][ $item->ID ]      = $item->type;
					$form['menu-item-title'][ $item->ID ]     = $item->title;
					$form['menu-item-url'][ $item->ID ]       = $item->url;
					$form['menu-item-position'][ $item->ID ]  = 10 - $position;
				}
				return self::form( '/wp-admin/nav-menus.php', $form );
			},
			'menus: locations' => static fn( Choice $choice ): array => self::form( '/wp-admin/nav-menus.php?action=locations', array( '_wpnonce' => wp_create_nonce( 'save-menu-locations' ), 'menu-locations' => array( 'main' => $choice->of( array( 0, $choice->term( 'nav_menu' ) ) ), 'footer' => $choice->term( 'nav_menu' ) ) ) ),
			'menus: delete'    => static function ( Choice $choice ): array {
				$menu = $choice->term( 'nav_menu' );
				return self::link( 'nav-menus.php', array( 'action' => 'delete', 'menu' => $menu, '_wpnonce' => wp_create_nonce( "delete-nav_menu-$menu" ) ) );
			},
		);
	}

	/** @return array<string, Closure> */
	private static function of_settings(): array {
		return array(
			'settings: reading'    => static fn( Choice $choice ): array => self::form( '/wp-admin/options.php', array( 'option_page' => 'reading', 'action' => 'update', '_wpnonce' => wp_create_nonce( 'reading-options' ), 'posts_per_page' => $choice->number( 5, 12 ), 'posts_per_rss' => 10, 'rss_use_excerpt' => 0, 'show_on_front' => 'page', 'page_on_front' => $choice->post( 'page' ), 'page_for_posts' => $choice->post( 'page' ), 'blog_public' => 1 ) ),
			'settings: discussion' => static fn( Choice $choice ): array => self::form( '/wp-admin/options.php', array( 'option_page' => 'discussion', 'action' => 'update', '_wpnonce' => wp_create_nonce( 'discussion-options' ), 'default_comment_status' => 'open', 'default_ping_status' => 'open', 'show_avatars' => $choice->number( 0, 1 ), 'avatar_rating' => 'G', 'avatar_default' => $choice->of( array( 'mystery', 'blank', 'retro' ) ), 'thread_comments' => $choice->number( 0, 1 ), 'thread_comments_depth' => 3, 'close_comments_days_old' => 14, 'comments_per_page' => 50, 'default_comments_page' => 'newest', 'comment_order' => 'asc', 'comment_max_links' => 2, 'moderation_keys' => '', 'disallowed_keys' => '' ) ),
			'settings: writing'    => static fn( Choice $choice ): array => self::form( '/wp-admin/options.php', array( 'option_page' => 'writing', 'action' => 'update', '_wpnonce' => wp_create_nonce( 'writing-options' ), 'default_category' => $choice->term( 'category' ), 'default_email_category' => 1, 'default_link_category' => 1, 'default_post_format' => 0, 'mailserver_url' => 'mail.example.com', 'mailserver_port' => 110, 'mailserver_login' => 'login@example.com', 'mailserver_pass' => 'password', 'ping_sites' => '' ) ),
			'settings: permalinks' => static fn( Choice $choice ): array => self::form( '/wp-admin/options-permalink.php', array( '_wpnonce' => wp_create_nonce( 'update-permalink' ), 'selection' => 'custom', 'permalink_structure' => $choice->of( self::STRUCTURES ), 'category_base' => $choice->of( array( '', 'topics' ) ), 'tag_base' => '' ) ),
		);
	}

	/** @return array<string, Closure> */
	private static function of_xml_rpc(): array {
		return array(
			'xml-rpc: title of a post'  => static fn( Choice $choice ): array => self::call( 'wp.editPost', array( $choice->post( 'post' ), array( 'post_title' => $choice->text( 'Remote' ) ) ) ),
			'xml-rpc: terms of a post'  => static fn( Choice $choice ): array => self::call( 'wp.editPost', array( $choice->post( 'post' ), array( 'terms' => array( 'category' => array( $choice->term( 'category' ) ) ) ) ) ),
			'xml-rpc: a new post'       => static fn( Choice $choice ): array => self::call( 'wp.newPost', array( array( 'post_type' => 'post', 'post_status' => 'publish', 'post_title' => $choice->text( 'Remote' ), 'terms_names' => array( 'post_tag' => array( 'remote' ) ) ) ) ),
			'xml-rpc: a post deleted'   => static fn( Choice $choice ): array => self::call( 'wp.deletePost', array( $choice->post( 'post' ) ) ),
			'xml-rpc: name of a term'   => static fn( Choice $choice ): array => self::call( 'wp.editTerm', array( $choice->term( 'post_tag' ), array( 'taxonomy' => 'post_tag', 'name' => $choice->text( 'Remote' ) ) ) ),
			'xml-rpc: a comment edited' => static fn( Choice $choice ): array => self::call( 'wp.editComment', array( $choice->comment(), array( 'content' => $choice->text( 'Remote' ) ) ) ),
		);
	}

	/**
	 * @param  list<mixed> $parameters After the blog, the user and the password.
	 * @return Sent
	 */
	private static function call( string $method, array $parameters ): array {
		require_once ABSPATH . WPINC . '/class-IXR.php';
		$request = new \IXR_Request( $method, array( 1, 'admin', 'password', ...$parameters ) );
		return array( 'method' => 'POST', 'path' => '/xmlrpc.php', 'xml' => $request->getXml() );
	}
}
