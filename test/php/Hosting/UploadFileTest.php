<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Hosting;

use HeadlessDeploy\Hosting\Uploads\Upload_File;
use HeadlessDeploy\Tests\Wp_Test_Case;

final class UploadFileTest extends Wp_Test_Case {
	private const SPACE = 6;

	private Upload_File $file;

	protected function setUp(): void {
		parent::setUp();
		Full_Disk::mount( self::SPACE );
		$this->file = new Upload_File( Full_Disk::PATH );
		$this->assertNull( $this->file->lock() );
	}

	protected function tearDown(): void {
		$this->file->unlock();
		Full_Disk::unmount();
		parent::tearDown();
	}

	public function test_a_chunk_for_which_the_disk_has_no_space_leaves_no_byte(): void {
		$this->assertNull( $this->file->append( 'PK', 0 ) );
		$this->assert_error( 'headless_deploy_upload_no_space', $this->file->append( 'more than fits', 2 ) );
		$this->assertSame( 'PK', Full_Disk::$bytes );
	}

	public function test_a_chunk_is_accepted_at_the_same_place_when_the_disk_has_space_again(): void {
		$this->assertNull( $this->file->append( 'PK', 0 ) );
		$this->assert_error( 'headless_deploy_upload_no_space', $this->file->append( 'more than fits', 2 ) );
		Full_Disk::$capacity = 100;
		$this->assertNull( $this->file->append( 'more than fits', 2 ) );
		$this->assertSame( 'PKmore than fits', Full_Disk::$bytes );
	}

	public function test_a_file_that_is_not_locked_takes_no_bytes(): void {
		$this->file->unlock();
		$this->assert_error( 'headless_deploy_upload_offset', $this->file->append( 'PK', 0 ) );
		$this->assertFalse( $this->file->is_zip() );
	}
}
