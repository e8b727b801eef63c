//! One command for each system that prints all that is read here.
//!
//! None of them needs rights or changes anything; a program that is not there says so, and the line is passed over.

/// A system, and what to paste into its shell.
pub const COMMANDS: [(&str, &str); 3] = [("Linux", LINUX), ("Windows (PowerShell)", WINDOWS), ("macOS", MACOS)];

/// `nvidia-smi` by itself cuts long names short, hence the list beside it.
const LINUX: &str = "export LC_ALL=C; nvidia-smi; nvidia-smi --query-gpu=index,name,memory.total,driver_version --format=csv; \
     rocm-smi --showproductname --showmeminfo vram; lscpu; free -b; lsblk -dP -o NAME,MODEL,SIZE,ROTA,TRAN,TYPE; \
     lspci | grep -Ei 'vga|3d|display|accelerators|non-volatile'";

const WINDOWS: &str = "nvidia-smi; nvidia-smi --query-gpu=index,name,memory.total,driver_version --format=csv; \
     Get-CimInstance Win32_OperatingSystem | Format-List Caption; Get-CimInstance Win32_Processor | Format-List Name; \
     Get-CimInstance Win32_ComputerSystem | Format-List TotalPhysicalMemory; \
     Get-CimInstance Win32_VideoController | Format-List Caption; \
     Get-PhysicalDisk | Format-List FriendlyName,MediaType,BusType,Size";

const MACOS: &str = "system_profiler SPHardwareDataType SPDisplaysDataType SPNVMeDataType";
